import { AccessFlag } from '../../../classfile/access-flags.ts';
import { annotationTypes } from '../../../classfile/attributes/annotations.ts';
import { unlessMalformed } from '../../../classfile/unless-malformed.ts';
import type { ClassHierarchy } from '../../analysis.ts';
import { asksForInterfaces } from '../../call-graph/asked-interfaces.ts';
import type { CallGraphData } from '../../call-graph/call-graph.ts';
import type { ScannedMethod } from '../../call-graph/scanned-code.ts';

/**
 * Interfaces of the program by which the class library calls objects with reflection of its own, and what it
 * does with their values.
 */
export interface CalledInterfaces {
  /** Whether it may call objects by the methods of the type. */
  isCalled(type: string): boolean;
  /**
   * Whether values that methods of the type take and give are translated: any object is asked for its
   * properties then, and made of such.
   */
  translates(type: string): boolean;
}

/**
 * Of javax.management, those of such a name, with the annotation, and, where somebody makes a StandardMBean, those that
 * are named, or any if classes are asked for theirs; values of all of them but those named `MBean` are translated. Of java.rmi, remote
 * interfaces, whose calls come from elsewhere. Annotation interfaces: an annotation of the class library that is
 * compared with an object of the program asks it for its values.
 */
export function calledInterfaces({ methods }: CallGraphData, hierarchy: ClassHierarchy): CalledInterfaces {
  const makesStandard = methods.some(({ requests }) =>
    requests.some(
      (request) =>
        request.kind === 'call' &&
        request.name === '<init>' &&
        /^javax\/management\/Standard(?:Emitter)?MBean$/.test(request.owner),
    ),
  );
  const named = new Set(makesStandard ? methods.flatMap(({ classConstants }) => classConstants) : []);
  const mayBeAny = makesStandard && methods.some(asksForInterfaces);
  const isRemote = (type: string): boolean =>
    hierarchy.header(type)?.isInterface === true && hierarchy.isSubtype(type, 'java/rmi/Remote') === true;
  const translates = (type: string): boolean =>
    type.endsWith('MXBean') ||
    named.has(type) ||
    (mayBeAny && hierarchy.header(type)?.isInterface === true) ||
    hasAnnotation(hierarchy.classFile(type)?.attributes, 'Ljavax/management/MXBean;');
  return {
    isCalled: (type) =>
      type.endsWith('MBean') || translates(type) || isRemote(type) || isAnnotationInterface(type, hierarchy),
    translates,
  };
}

/**
 * Whether the translation of values by MXBeans (javax.management.MXBean) may call the method or constructor.
 * Records have all of their components translated, and are made anew of these.
 */
export function isCalledByTranslation(
  { owner, name, descriptor, isStatic }: ScannedMethod,
  hierarchy: ClassHierarchy,
): boolean {
  if (!isStatic && isRecord(owner, hierarchy) && (name === '<init>' || descriptor.startsWith('()')))
    return true;
  if (name === '<init>') {
    const info = hierarchy
      .classFile(owner)
      ?.methods.find((one) => one.name === name && one.descriptor === descriptor);
    return ['java/beans/ConstructorProperties', 'javax/management/ConstructorParameters'].some((annotation) =>
      hasAnnotation(info?.attributes, `L${annotation};`),
    );
  }
  if (isStatic)
    return name === 'from' && descriptor.startsWith('(Ljavax/management/openmbean/CompositeData;)');
  return (
    (/^(?:get|is)./.test(name) && descriptor.startsWith('()')) ||
    (/^set./.test(name) && descriptor.endsWith(')V'))
  );
}

/** Whether the class library has objects of the type, and asks others for the same values. */
export function isAnnotationInterface(type: string, hierarchy: ClassHierarchy): boolean {
  return ((hierarchy.header(type)?.accessFlags ?? 0) & AccessFlag.annotation) !== 0;
}

function isRecord(className: string, hierarchy: ClassHierarchy): boolean {
  return hierarchy.header(className)?.superName === 'java/lang/Record';
}

/** Of annotations that cannot be read nothing is known. */
function hasAnnotation(attributes: Parameters<typeof annotationTypes>[0] | undefined, type: string): boolean {
  return unlessMalformed(() => annotationTypes(attributes ?? []))?.includes(type) ?? true;
}

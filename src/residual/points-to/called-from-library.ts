import { AccessFlag } from '../../classfile/access-flags.ts';
import { annotationTypes } from '../../classfile/attributes/annotations.ts';
import { selector } from '../../classfile/descriptors.ts';
import { unlessMalformed } from '../../classfile/unless-malformed.ts';
import { addTo } from '../../group-by.ts';
import type { ClassHierarchy } from '../analysis.ts';
import type { CallGraphData } from '../call-graph/call-graph.ts';
import type { ScannedMethod } from '../call-graph/scanned-code.ts';
import { declaredMethods } from '../call-graph/type-relations.ts';

/** Methods that serialization looks for by name. */
const serializationMethods = new Set([
  'readResolve',
  'writeReplace',
  'readObject',
  'readObjectNoData',
  'writeObject',
  '$deserializeLambda$',
]);

/**
 * Static methods that the JVM or the class library looks for by name: those of service providers in modules (java.util.ServiceLoader), of
 * agents (java.lang.instrument), and of a look and feel (javax.swing.UIDefaults#getUI).
 */
const staticCallBacks: Readonly<Record<string, RegExp>> = {
  provider: /^\(\)L/,
  premain: /^\(Ljava\/lang\/String;(?:Ljava\/lang\/instrument\/Instrumentation;)?\)V$/,
  agentmain: /^\(Ljava\/lang\/String;(?:Ljava\/lang\/instrument\/Instrumentation;)?\)V$/,
  createUI: /^\(Ljavax\/swing\/JComponent;\)/,
};
const isStaticCallBack = ({ name, descriptor, isStatic }: ScannedMethod): boolean =>
  isStatic && Object.hasOwn(staticCallBacks, name) && staticCallBacks[name]!.test(descriptor);

/** Java Flight Recorder gives each control of an event to the method that asks for it (jdk.jfr.SettingDefinition), whatever its name. */
function isSetting({ owner, descriptor, isStatic }: ScannedMethod, hierarchy: ClassHierarchy): boolean {
  const control = /^\(L([^;]+);\)Z$/.exec(descriptor)?.[1];
  return (
    control !== undefined &&
    !isStatic &&
    hierarchy.isSubtype(control, 'jdk/jfr/SettingControl') === true &&
    hierarchy.isSubtype(owner, 'jdk/jfr/Event') === true
  );
}

/** Constructors that the class library calls by reflection: exceptions of fork-join tasks are made again, policies hold permissions and principals. */
function isMadeAgain({ owner, name, descriptor }: ScannedMethod, hierarchy: ClassHierarchy): boolean {
  return (
    name === '<init>' &&
    ((descriptor === '(Ljava/lang/Throwable;)V' &&
      hierarchy.isSubtype(owner, 'java/lang/Throwable') !== false) ||
      (/^\((?:Ljava\/lang\/String;){1,2}\)V$/.test(descriptor) &&
        ['java/security/Permission', 'java/security/Principal'].some(
          (type) => hierarchy.isSubtype(owner, type) === true,
        )))
  );
}

/**
 * Whether javax.management may call objects by the methods of an interface: those of such a name, with the annotation, and those that are
 * named where somebody makes a StandardMBean.
 */
function managementInterfaces(
  { methods }: CallGraphData,
  hierarchy: ClassHierarchy,
): (type: string) => boolean {
  const makesStandard = methods.some(({ requests }) =>
    requests.some(
      (request) =>
        request.kind === 'call' &&
        request.name === '<init>' &&
        /^javax\/management\/Standard(?:Emitter)?MBean$/.test(request.owner),
    ),
  );
  const named = new Set(makesStandard ? methods.flatMap(({ classConstants }) => classConstants) : []);
  // Of annotations that cannot be read nothing is known.
  const isAnnotated = (type: string): boolean =>
    unlessMalformed(() => annotationTypes(hierarchy.classFile(type)?.attributes ?? []))?.includes(
      'Ljavax/management/MXBean;',
    ) ?? true;
  return (type) => /MX?Bean$/.test(type) || named.has(type) || isAnnotated(type);
}

/**
 * Methods of the program, by index into the call graph, that the class library can call by name: those that override or
 * implement one that it declares, in the class or in a subclass (which may implement an interface with a method
 * that it inherits), those of serialization, settings and management, some constructors, and `staticCallBacks`. O(classes x methods of their
 * supertypes).
 */
export function calledFromLibrary(graph: CallGraphData, hierarchy: ClassHierarchy): ReadonlySet<number> {
  const bySelector = new Map<string, Map<string, number[]>>();
  const found = new Set<number>();
  graph.methods.forEach((one, method) => {
    const { owner, name, descriptor, isStatic, isPrivate } = one;
    if (
      serializationMethods.has(name) ||
      isStaticCallBack(one) ||
      isSetting(one, hierarchy) ||
      isMadeAgain(one, hierarchy)
    )
      found.add(method);
    if (isStatic || isPrivate || name === '<init>') return;
    let own = bySelector.get(owner);
    if (own === undefined) {
      own = new Map();
      bySelector.set(owner, own);
    }
    const key = selector(name, descriptor);
    addTo(own, key, method);
  });
  const isManaged = managementInterfaces(graph, hierarchy);
  const declared = new Map<string, readonly string[]>();
  const selectorsOf = (type: string): readonly string[] => {
    let selectors = declared.get(type);
    if (selectors === undefined) {
      selectors = declaredMethods(type, hierarchy)
        // Object's clone is protected: nobody can call it on objects of any class.
        .filter(
          ({ accessFlags, name }) =>
            (accessFlags & hidden) === 0 &&
            name !== '<init>' &&
            (type !== 'java/lang/Object' || name !== 'clone'),
        )
        .map(({ name, descriptor }) => selector(name, descriptor));
      declared.set(type, selectors);
    }
    return selectors;
  };
  for (const owner of classesOf(graph)) {
    const types = hierarchy.superTypes(owner);
    const program = [...types].filter((type) => !graph.isLibrary(type)).map((type) => bySelector.get(type));
    // A class that is missing among the supertypes may be anything: all methods may be called.
    const isOpen = hierarchy.isSubtype(owner, 'no/such/Type') === undefined;
    if (isOpen)
      for (const own of program)
        for (const methods of own?.values() ?? []) for (const one of methods) found.add(one);
    const callable = new Set<string>();
    for (const type of types)
      if (graph.mayBeLibrary(type)) callable.add(type);
      else if (isManaged(type)) for (const above of hierarchy.superTypes(type)) callable.add(above);
    for (const type of callable)
      for (const key of selectorsOf(type))
        for (const own of program) for (const method of own?.get(key) ?? []) found.add(method);
  }
  return found;
}

const hidden = AccessFlag.private | AccessFlag.static;

function classesOf(graph: CallGraphData): ReadonlySet<string> {
  return new Set(graph.methods.map(({ owner }) => owner));
}

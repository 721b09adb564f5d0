import type { ClassFile } from '../../classfile/class-file.ts';
import type { ClassHierarchy } from '../analysis.ts';
import type { ScannedMethod } from '../call-graph/scanned-code.ts';
import { madeProxies } from './made-proxies.ts';
import {
  type Handler,
  type InterfaceMethods,
  interfaceMethods,
  type ProxySpec,
  proxyClass,
} from './proxy-class.ts';

/** Classes of objects that the program makes without a class file of their own. */
export interface Proxies {
  readonly classes: readonly ClassFile[];
  /** The methods that make them, or ask for interfaces of which they may be, by position. */
  readonly makers: ReadonlySet<number>;
  /** The program's classes and these. */
  readonly hierarchy: ClassHierarchy;
}

/**
 * One class for each interface of which a method that may run may make proxies, or gets objects that the
 * class library makes (`madeProxies`). `differing`: names that several classes have, of which the hierarchy
 * has one. O(code of the methods that make proxies + methods of the interfaces).
 */
export function proxies(
  methods: readonly ScannedMethod[],
  hierarchy: ClassHierarchy,
  isReflected: (className: string) => boolean,
  mayRun: (method: number) => boolean,
  differing: ReadonlySet<string>,
): Proxies {
  const { interfaces, makers } = madeProxies(methods, hierarchy, isReflected, mayRun, differing);
  const classes = specsOf(interfaces, hierarchy).map(proxyClass);
  if (classes.length === 0) return { classes, makers, hierarchy };
  const bytes = new Map(classes.map((file) => [file.name, file.bytes]));
  return {
    classes,
    makers,
    hierarchy: hierarchy.extendedBy({
      origin: 'classPath',
      label: 'proxies',
      read: (name) => bytes.get(name),
      names: () => bytes.keys(),
    }),
  };
}

/** What to make of which interface, for those that exist. O(methods of the interfaces, inherited ones included). */
function specsOf(interfaces: ReadonlyMap<string, Handler>, hierarchy: ClassHierarchy): readonly ProxySpec[] {
  const methodsOf = new Map<string, InterfaceMethods>();
  for (const name of interfaces.keys())
    if (hierarchy.header(name)?.isInterface === true) methodsOf.set(name, interfaceMethods(name, hierarchy));
  return [...methodsOf].map(([interfaceName, methods]) => {
    const handler = interfaces.get(interfaceName)!;
    let base: ProxySpec['base'];
    for (const type of hierarchy.superTypes(interfaceName)) {
      const above = methodsOf.get(type);
      if (above === undefined || interfaces.get(type) !== handler) continue;
      // Itself, or one that extends it in turn.
      if (hierarchy.isSubtype(type, interfaceName) === true) continue;
      if (above.size > (base?.methods.size ?? 0)) base = { interfaceName: type, methods: above };
    }
    return { interfaceName, handler, methods, base };
  });
}

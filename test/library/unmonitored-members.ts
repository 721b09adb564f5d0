import { matchPointcut } from '../../src/events/match-pointcut.ts';
import { groupBy } from '../../src/group-by.ts';
import type { ClassHierarchy } from '../../src/hierarchy/class-hierarchy.ts';
import type { Property } from '../../src/property/model.ts';
import type { Pointcut } from '../../src/property/pointcut.ts';

const accPublic = 0x1;
const accStatic = 0x8;
const accInterface = 0x200;
const accSynthetic = 0x1000;

/**
 * Names of the public members that are in no event of the property: methods of the types that its pointcuts name,
 * their supertypes, and, but for collections, of public types below them in the same packages; where it has events at
 * static methods or constructors of a type that it names, the others of these, too. Those of Object are left out. A
 * name with parameters, as `remove(Object)`, has other overloads that are in an event; `new_Socket(Proxy)` is a
 * constructor. Sorted.
 */
export function unmonitoredMembers(property: Property, hierarchy: ClassHierarchy): string[] {
  const named = namedTypes(property).filter((type) => hierarchy.header(type) !== undefined);
  const packages = new Set(named.map(packageOf));
  const inPackages = namesByPackage(hierarchy, packages).filter((name) => isPublic(name, hierarchy));
  const types = new Set([
    ...named.filter((type) => type !== object),
    ...inPackages.filter((name) =>
      named.some(
        (type) =>
          type !== object && !isCollection(type, hierarchy) && hierarchy.isSubtype(name, type) === true,
      ),
    ),
  ]);
  const instance = [...types].flatMap((type) => members(type, hierarchy, 'instance'));
  const judged = (all: readonly Member[]) =>
    all.map((member) => ({ member, monitored: isMonitored(property, member, hierarchy) }));
  const others = named.flatMap((type) => {
    const found = judged(members(type, hierarchy, 'others'));
    return found.some(({ monitored }) => monitored) ? found : [];
  });
  const all = [...judged(instance), ...others];
  const monitored = new Set(all.filter((each) => each.monitored).map(({ member }) => nameOf(member)));
  const missed = all.filter((each) => !each.monitored).map(({ member }) => member);
  return [
    ...new Set(missed.map((each) => (monitored.has(nameOf(each)) ? signatureOf(each) : nameOf(each)))),
  ].sort();
}

const object = 'java/lang/Object';

/** What is below these has names for the same in great number. */
function isCollection(type: string, hierarchy: ClassHierarchy): boolean {
  return ['java/lang/Iterable', 'java/util/Map', 'java/util/Iterator'].some(
    (each) => hierarchy.isSubtype(type, each) === true,
  );
}

interface Member {
  readonly owner: string;
  readonly name: string;
  readonly descriptor: string;
  readonly invocation: 'instance' | 'static' | 'constructor';
}

function namedTypes({ events }: Property): string[] {
  const found = new Set<string>();
  const add = (name: string) => found.add(name.replaceAll('.', '/'));
  const walk = (pointcut: Pointcut): void => {
    if (pointcut.kind === 'and' || pointcut.kind === 'or') pointcut.operands.forEach(walk);
    if (pointcut.kind === 'call') {
      const type = pointcut.pattern.declaringType;
      if (type?.kind === 'name') add(type.name);
    }
    if (pointcut.kind === 'target' && pointcut.operand.kind === 'bind') add(pointcut.operand.type);
  };
  for (const { pointcut } of events) walk(pointcut);
  return [...found];
}

function members(type: string, hierarchy: ClassHierarchy, kind: 'instance' | 'others'): Member[] {
  const declaring = kind === 'instance' ? [...hierarchy.superTypes(type)] : [type];
  const found = declaring
    .filter((owner) => owner !== object)
    .flatMap((owner) => declared(owner, hierarchy))
    .filter(({ invocation }) => (invocation === 'instance') === (kind === 'instance'));
  const distinct = new Map(found.map((member) => [member.name + member.descriptor, member]));
  return [...distinct.values()].map((member) => ({ ...member, owner: type }));
}

const allNames = new WeakMap<ClassHierarchy, Map<string, string[]>>();

function namesByPackage(hierarchy: ClassHierarchy, packages: ReadonlySet<string>): string[] {
  const byPackage = allNames.get(hierarchy) ?? groupBy([...hierarchy.names()], packageOf);
  allNames.set(hierarchy, byPackage);
  return [...packages].flatMap((name) => byPackage.get(name) ?? []);
}

const known = new WeakMap<ClassHierarchy, Map<string, Member[]>>();

/** The public members of a class file, but for those that have the name of one of Object. */
function declared(owner: string, hierarchy: ClassHierarchy): Member[] {
  const ofHierarchy = known.get(hierarchy) ?? new Map<string, Member[]>();
  known.set(hierarchy, ofHierarchy);
  const earlier = ofHierarchy.get(owner);
  if (earlier !== undefined) return earlier;
  const ofObject = (hierarchy.classFile(object)?.methods ?? []).map(({ name }) => name);
  const found = (hierarchy.classFile(owner)?.methods ?? [])
    .filter(({ accessFlags }) => (accessFlags & accPublic) !== 0 && (accessFlags & accSynthetic) === 0)
    .filter(({ name }) => name !== '<clinit>' && (name === '<init>' || !ofObject.includes(name)))
    .map(({ name, descriptor, accessFlags }): Member => {
      const ofObjects = (accessFlags & accStatic) === 0 ? 'instance' : 'static';
      return { owner, name, descriptor, invocation: name === '<init>' ? 'constructor' : ofObjects };
    });
  ofHierarchy.set(owner, found);
  return found;
}

function isMonitored({ events }: Property, member: Member, hierarchy: ClassHierarchy): boolean {
  const isInterface = ((hierarchy.header(member.owner)?.accessFlags ?? 0) & accInterface) !== 0;
  const joinPoint = { kind: 'call', via: 'instruction', ...member, isInterface } as const;
  const caller = {
    className: 'Program',
    name: 'main',
    descriptor: '([Ljava/lang/String;)V',
    isStatic: true,
  };
  return events.some(
    ({ pointcut }) => matchPointcut(pointcut, joinPoint, hierarchy, caller).kind !== 'never',
  );
}

function nameOf({ owner, name }: Member): string {
  return name === '<init>' ? `new_${simple(owner)}` : name;
}

/** `remove(Object)`. */
function signatureOf(member: Member): string {
  const parameters = member.descriptor.slice(1, member.descriptor.indexOf(')'));
  const types = parameters.match(/\[*(?:L[^;]+;|[BCDFIJSZ])/g) ?? [];
  return `${nameOf(member)}(${types.map(typeText).join(',')})`;
}

function typeText(descriptor: string): string {
  const dimensions = descriptor.lastIndexOf('[') + 1;
  const element = descriptor.slice(dimensions);
  const name = element.startsWith('L') ? simple(element.slice(1, -1)) : primitives[element]!;
  return name + '[]'.repeat(dimensions);
}

const primitives: Readonly<Record<string, string>> = {
  B: 'byte',
  C: 'char',
  D: 'double',
  F: 'float',
  I: 'int',
  J: 'long',
  S: 'short',
  Z: 'boolean',
};

function simple(type: string): string {
  return type.slice(Math.max(type.lastIndexOf('/'), type.lastIndexOf('$')) + 1);
}

function packageOf(type: string): string {
  return type.slice(0, type.lastIndexOf('/'));
}

function isPublic(type: string, hierarchy: ClassHierarchy): boolean {
  return ((hierarchy.header(type)?.accessFlags ?? 0) & accPublic) !== 0;
}

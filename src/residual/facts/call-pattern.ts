import { parseMethodDescriptor, toInternalName } from '../../classfile/descriptors.ts';
import { descriptorOfJavaType } from '../java-type.ts';

/**
 * Which calls a fact is about. Written `java.util.List.add(int, Object)`, `java.util.ArrayList.new(..)`,
 * `java.util.Collection.add*(..)`: a class, a method name that may hold `*`, erased parameter types or `..`.
 */
export interface CallPattern {
  readonly text: string;
  /** Internal name of the class that declares or inherits the method; calls on its subtypes match too. */
  readonly owner: string;
  /** `<init>` for constructors; may hold `*`. */
  readonly name: string;
  /** Field descriptors; absent: any. */
  readonly parameters: readonly string[] | undefined;
}

/** What is called, as the instruction names it. */
export interface Call {
  /** Internal name, or an array descriptor. */
  readonly owner: string;
  readonly name: string;
  readonly descriptor: string;
}

const form = /^((?:[\w$]+\.)+)([\w$*]+)\(([^()]*)\)$/;

/** Reads a pattern; undefined when the text is not one. */
export function parseCallPattern(text: string): CallPattern | undefined {
  const [, owner, method, list] = form.exec(text.trim()) ?? [];
  if (owner === undefined || method === undefined || list === undefined) return undefined;
  const types = list.trim() === '' ? [] : list.split(',').map((type) => type.trim());
  const anyParameters = types.length === 1 && types[0] === '..';
  if (!anyParameters && types.some((type) => !/^[\w$.]+(?:\[\])*$/.test(type) || type === '..'))
    return undefined;
  return {
    text: text.trim(),
    owner: toInternalName(owner.slice(0, -1)),
    name: method === 'new' ? '<init>' : method,
    parameters: anyParameters ? undefined : types.map(descriptorOfJavaType),
  };
}

/**
 * Whether a method of this name and descriptor is meant; the owner is not looked at. Result types are not
 * compared, because an override may return a subtype. O(descriptor).
 */
export function methodMatches(pattern: CallPattern, name: string, descriptor: string): boolean {
  if (!nameMatches(pattern.name, name)) return false;
  if (pattern.parameters === undefined) return true;
  const given = parseMethodDescriptor(descriptor).parameters;
  return (
    given.length === pattern.parameters.length &&
    given.every((type, position) => type === pattern.parameters?.[position])
  );
}

/** `*` in a pattern stands for any part of a name; a constructor is only named by `<init>`. */
function nameMatches(pattern: string, name: string): boolean {
  if (!pattern.includes('*')) return pattern === name;
  if (name.startsWith('<')) return false;
  let expression = expressions.get(pattern);
  if (expression === undefined) {
    const parts = pattern.split('*').map((part) => part.replace(/[$]/g, '\\$&'));
    expression = new RegExp(`^${parts.join('.*')}$`);
    expressions.set(pattern, expression);
  }
  return expression.test(name);
}

const expressions = new Map<string, RegExp>();

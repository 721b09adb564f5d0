import { expect, test } from 'vitest';
import type { Instruction } from '../../../src/classfile/instruction.ts';
import { type Diagnostic, RrvError } from '../../../src/diagnostics.ts';
import { askedOfThread } from '../../../src/residual/facts/current-thread.ts';
import { readFactsFile } from '../../../src/residual/facts/facts-file.ts';
import { libraryFacts, type MemberLookup } from '../../../src/residual/facts/library-facts.ts';
import { safeList } from '../../../src/residual/facts/safe-list.ts';

const parents: Readonly<Record<string, readonly string[]>> = {
  'java/util/ArrayList': ['java/util/List'],
  'java/util/List': ['java/util/Collection'],
  'java/util/Collections$EmptyList': ['java/util/List'],
  'java/util/Collection': [],
};

const members: Readonly<Record<string, readonly { name: string; descriptor: string }[]>> = {
  'java/util/Collection': [{ name: 'addAll', descriptor: '(Ljava/util/Collection;)Z' }],
};

const types: MemberLookup = {
  header: (name) => parents[name],
  classFile: (name) => members[name] && { methods: members[name] },
  superTypes(name) {
    const found = new Set([name]);
    for (const one of found) for (const parent of parents[one] ?? ['java/lang/Object']) found.add(parent);
    return found;
  },
  isSubtype(sub, superName) {
    return types.superTypes(sub).has(superName);
  },
};

function mistake(text: string): Diagnostic | undefined {
  try {
    readFactsFile(text, 'facts.yaml');
  } catch (error) {
    if (error instanceof RrvError) return error.diagnostic;
    throw error;
  }
  return undefined;
}

const iteratorFacts = `version: 1
implementations: class library
facts:
  - calls: java.util.Collection.iterator()
    returns: fresh
    except: [java.util.Collections$EmptyList]
    does-not-retain: receiver
    calls-back: [java.util.Collection, java.lang.Object#equals]
    because: every implementation creates its iterator
  - calls:
      - java.util.ArrayList.iterator()
      - java.util.ArrayList.add(int, Object)
    calls-back: never
    because: an ArrayList calls nobody
`;

test('facts about a call hold for calls on subtypes, and claims add up', () => {
  const facts = libraryFacts(readFactsFile(iteratorFacts, 'facts.yaml').facts, types);
  const onCollection = facts.ofCall({
    owner: 'java/util/Collection',
    name: 'iterator',
    descriptor: '()Ljava/util/Iterator;',
  });
  expect(onCollection).toMatchObject({
    implementations: 'class library',
    returns: 'fresh',
    returnsExcept: ['java/util/Collections$EmptyList'],
    callsBack: [
      { type: 'java/util/Collection', method: undefined },
      { type: 'java/lang/Object', method: 'equals' },
      // It goes without saying.
      ...askedOfThread,
    ],
  });
  expect(onCollection?.isRetained('receiver')).toBe(false);
  expect(onCollection?.isRetained(0)).toBe(true);
  const onArrayList = facts.ofCall({
    owner: 'java/util/ArrayList',
    name: 'iterator',
    descriptor: '()Ljava/util/Iterator;',
  });
  expect(onArrayList).toMatchObject({ returns: 'fresh', returnsExcept: [], callsBack: [] });
  expect(onArrayList?.because).toHaveLength(2);
});

test('parameters select the overload, and facts that nothing matched are known', () => {
  const facts = libraryFacts(readFactsFile(iteratorFacts, 'facts.yaml').facts, types);
  const add = (descriptor: string) => facts.ofCall({ owner: 'java/util/ArrayList', name: 'add', descriptor });
  expect(add('(Ljava/lang/Object;)Z')).toBeUndefined();
  expect(facts.unused().map((fact) => fact.pattern.text)).toContain('java.util.ArrayList.add(int, Object)');
  expect(add('(ILjava/lang/Object;)V')?.callsBack).toEqual([]);
  expect(facts.unused().map((fact) => [fact.pattern.text, fact.where])).toEqual([
    ['java.util.Collection.iterator()', { file: 'facts.yaml', line: 4, column: 12 }],
    ['java.util.ArrayList.iterator()', { file: 'facts.yaml', line: 11, column: 9 }],
  ]);
});

test('the constructor of a subclass is another method', () => {
  const text = `version: 1
facts:
  - calls: java.util.List.new(..)
    does-not-retain: anything
    because: for the test`;
  const facts = libraryFacts(readFactsFile(text, 'f').facts, types);
  expect(facts.ofCall({ owner: 'java/util/ArrayList', name: '<init>', descriptor: '()V' })).toBeUndefined();
  expect(facts.ofCall({ owner: 'java/util/List', name: '<init>', descriptor: '()V' })?.isRetained(3)).toBe(
    false,
  );
});

const invoke = (owner: string, name: string, descriptor: string): Instruction => ({
  form: 'invoke',
  opcode: 182,
  owner,
  name,
  descriptor,
  isInterface: false,
});

test('each kind of SafeList entry', () => {
  const list = (entry: string) =>
    safeList(readFactsFile(`version: 1\nsafe:\n  - ${entry}\n`, 'f').safe, types);
  const method = { descriptor: '()Ljava/util/ArrayList;' };
  const log = invoke('org/log/impl/Log', 'info', '(Ljava/util/ArrayList;)V');
  expect(list('calls: org.log.impl.Log.info(..)').has(log, method)).toBe(true);
  expect(list('calls: org.log.impl.Log.inf*(java.util.ArrayList)').has(log, method)).toBe(true);
  expect(list('calls: org.log.impl.Log.info(int)').has(log, method)).toBe(false);
  expect(list('class: org.log.impl.Log').has(log, method)).toBe(true);
  expect(list('package: org.log..').has(log, method)).toBe(true);
  expect(list('package: org.log').has(log, method)).toBe(false);
  expect(list('package: org.lo..').has(log, method)).toBe(false);
  expect(list('type: java.util.Collection').has(log, method)).toBe(true);
  expect(list('type: java.util.Collections$EmptyList').has(log, method)).toBe(false);
  expect(list('type: java.util.List').has({ form: 'none', opcode: 176 }, method)).toBe(true);
  expect(list('opcode: areturn').has({ form: 'none', opcode: 176 }, method)).toBe(true);
  expect(list('opcode: areturn').has(log, method)).toBe(false);
  const unused = list('class: org.log.Nothing');
  expect(unused.has(log, method)).toBe(false);
  expect(unused.unused()).toHaveLength(1);
});

test('mistakes are told with line and column', () => {
  const told = (text: string) => {
    const found = mistake(text);
    return [found?.message, found?.where?.line, found?.where?.column];
  };
  expect(mistake('version: 1')).toBeUndefined();
  expect(told('facts: []')).toEqual(['malformed facts file: the key version is missing', 1, 1]);
  expect(told('version: 2')).toEqual(['malformed facts file: version: this rrv reads version 1', 1, 10]);
  expect(told('version: 1\nsave: []')).toEqual([
    'malformed facts file: unknown key save; known are version, implementations, safe, facts',
    2,
    1,
  ]);
  expect(told('version: 1\nsafe:\n  - calls: foo')).toEqual([
    'malformed facts file: safe[0].calls: foo is no call: write package.Class.method(..), (), or (int, java.util.List) (quoted inside [])',
    3,
    12,
  ]);
  expect(told('version: 1\nsafe:\n  - opcode: iadd')[0]).toContain('iadd lets no reference escape');
  expect(told('version: 1\nsafe:\n  - opcode: constructor')[0]).toContain(
    'constructor lets no reference escape',
  );
  expect(told('version: 1\nsafe:\n  - type: a.B\n    class: a.B')[0]).toContain('exactly one of');
  expect(told('version: 1\nfacts:\n  - calls: a.B.c()\n    because: x')[0]).toContain('claims nothing');
  expect(told('version: 1\nfacts:\n  - calls: a.B.c()\n    returns: new\n    because: x')).toEqual([
    'malformed facts file: facts[0].returns: expected receiver, or argument 0, argument 1, ...',
    4,
    14,
  ]);
  expect(told('version: 1\nfacts:\n  - calls: a.B.c()\n    returns: fresh')[0]).toContain(
    'because is missing',
  );
  expect(told('version: [')[1]).toBe(1);
});

test('a name with * means methods of its class, on subtypes too, and none that a subtype adds', () => {
  const text = `version: 1
implementations: class library
facts:
  - calls: java.util.Collection.*(..)
    calls-back: never
    because: for the test
`;
  const facts = libraryFacts(readFactsFile(text, 'f').facts, types);
  const descriptor = '(Ljava/util/Collection;)Z';
  expect(facts.ofCall({ owner: 'java/util/List', name: 'addAll', descriptor })?.callsBack).toEqual([]);
  expect(facts.ofCall({ owner: 'java/util/List', name: 'sortAll', descriptor })).toBeUndefined();
  expect(facts.ofCall({ owner: 'java/util/Collection', name: 'sortAll', descriptor })?.callsBack).toEqual([]);
});

import { expect, test } from 'vitest';
import { AccessFlag } from '../../src/classfile/access-flags.ts';
import { annotationTypes } from '../../src/classfile/attributes/annotations.ts';
import { innerClasses } from '../../src/classfile/attributes/inner-classes.ts';
import { readStackMapTable } from '../../src/classfile/attributes/stack-map-table.ts';
import { thrownExceptions } from '../../src/classfile/attributes/thrown-exceptions.ts';
import { typeAnnotationTargets } from '../../src/classfile/attributes/type-annotations.ts';
import { readClassFile } from '../../src/classfile/class-file.ts';
import { readCode } from '../../src/classfile/code.ts';
import { mnemonicOf } from '../../src/classfile/opcodes.ts';
import { compileFixtures } from './compiled.ts';
import {
  constantValue,
  enclosingMethod,
  localVariableSignatures,
  localVariables,
  nestHost,
  nestMembers,
  permittedSubclasses,
  recordComponents,
  signature,
} from './copied-attributes.ts';

const { classes } = compileFixtures(['Attributes.java']);
const classNamed = (name: string) => readClassFile(classes.get(`attributes/${name}`)!);
const outer = classNamed('Attributes');
const methodNamed = (name: string) => outer.methods.find((method) => method.name === name)!;

test('attributes that relate classes', () => {
  expect(innerClasses(outer)).toContainEqual({
    name: 'attributes/Attributes$Permitted',
    outerName: 'attributes/Attributes',
    innerName: 'Permitted',
    accessFlags: AccessFlag.static | AccessFlag.final,
  });
  expect(innerClasses(outer)).toContainEqual({
    name: 'attributes/Attributes$1',
    outerName: undefined,
    innerName: undefined,
    accessFlags: 0,
  });
  expect(enclosingMethod(classNamed('Attributes$1'))).toEqual({
    className: 'attributes/Attributes',
    method: { name: 'anonymous', descriptor: '()Ljava/lang/Runnable;' },
  });
  expect(enclosingMethod(outer)).toBeUndefined();
  expect(nestHost(classNamed('Attributes$1'))).toBe('attributes/Attributes');
  expect(nestHost(outer)).toBeUndefined();
  expect([...nestMembers(outer)].sort()).toEqual(
    [...classes.keys()].filter((name) => name.includes('$')).sort(),
  );
  expect(permittedSubclasses(outer)).toEqual(['attributes/Attributes$Permitted']);
  expect(permittedSubclasses(classNamed('Attributes$1'))).toBeUndefined();
  expect(recordComponents(classNamed('Attributes$Point'))).toEqual([
    { name: 'x', descriptor: 'I' },
    { name: 'names', descriptor: 'Ljava/util/List;' },
  ]);
});

test('attributes of classes, methods and fields', () => {
  expect(annotationTypes(outer.attributes)).toEqual([
    'Lattributes/Attributes$Nested;',
    'Lattributes/Attributes$Invisible;',
  ]);
  expect(annotationTypes(methodNamed('throwing').attributes)).toEqual([
    'Ljava/lang/Deprecated;',
    'Lattributes/Attributes$Named;',
  ]);
  expect(thrownExceptions(methodNamed('throwing'))).toEqual([
    'java/io/IOException',
    'java/lang/IllegalStateException',
  ]);
  expect(thrownExceptions(methodNamed('main'))).toEqual([]);
  expect(signature(outer.attributes)).toBe('<T:Ljava/lang/Object;>Ljava/lang/Object;');
  expect(constantValue(outer, outer.fields.find((field) => field.name === 'CONSTANT')!)).toEqual({
    kind: 'Long',
    value: 42n,
  });
});

test('attributes of code', () => {
  const code = readCode(outer, methodNamed('typeAnnotations'))!;
  const variables = localVariables(code);
  expect(variables.map(({ name, type }) => `${name} ${type}`)).toEqual(
    expect.arrayContaining(['object Ljava/lang/Object;', 'n I', 'k I', 'list Ljava/util/List;']),
  );
  expect(variables.find(({ name }) => name === 'n')).toMatchObject({
    startPc: 0,
    length: code.byteLength,
    index: 1,
  });
  expect(localVariableSignatures(code).map(({ type }) => type)).toContain(
    'Ljava/util/List<Ljava/lang/String;>;',
  );

  const frames = readStackMapTable(code.attributes.find(({ name }) => name === 'StackMapTable')!);
  expect(frames.length).toBeGreaterThan(4);
  for (const frame of frames) expect(code.indexOf(frame.pc)).toBeDefined();

  const annotations = code.attributes.filter(({ name }) => name.endsWith('TypeAnnotations'));
  const targets = annotations.flatMap(typeAnnotationTargets);
  const targeted = targets
    .filter(({ kind }) => kind === 'instruction')
    .map(({ offset }) => mnemonicOf(code.instructions[code.indexOf(outer.pool.source.u2(offset))!]!.opcode));
  expect(new Set(targeted)).toEqual(new Set(['new', 'instanceof', 'checkcast', 'invokedynamic']));
  expect(targets.filter(({ kind }) => kind === 'range').length).toBeGreaterThan(2);
});

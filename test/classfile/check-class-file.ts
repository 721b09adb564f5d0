import type { Attribute } from '../../src/classfile/attribute.ts';
import { readContent } from '../../src/classfile/attribute-cursor.ts';
import { annotationTypes } from '../../src/classfile/attributes/annotations.ts';
import { innerClasses } from '../../src/classfile/attributes/inner-classes.ts';
import { modulePackages } from '../../src/classfile/attributes/module.ts';
import { readStackMapTable } from '../../src/classfile/attributes/stack-map-table.ts';
import { thrownExceptions } from '../../src/classfile/attributes/thrown-exceptions.ts';
import { typeAnnotationTargets } from '../../src/classfile/attributes/type-annotations.ts';
import { loadableConstant } from '../../src/classfile/bootstrap-methods.ts';
import type { ClassFile } from '../../src/classfile/class-file.ts';
import { type Code, readCode } from '../../src/classfile/code.ts';
import { ConstantTag } from '../../src/classfile/constant-pool.ts';
import type { Instruction, InstructionIndex } from '../../src/classfile/instruction.ts';
import { jumpTargets } from '../../src/classfile/method-body.ts';
import { fallsThrough, mnemonicOf, Op, opcodeInfo } from '../../src/classfile/opcodes.ts';
import {
  constantValue,
  enclosingMethod,
  localVariableSignatures,
  localVariables,
  moduleDescription,
  moduleMainClass,
  nestHost,
  nestMembers,
  permittedSubclasses,
  readOldStackMap,
  recordComponents,
  signature,
} from './copied-attributes.ts';

/**
 * Reads everything in a class file that src/classfile can read, so that whatever is malformed throws
 * RRV_CLASS_MALFORMED now and not later: constants, members, attributes, code. Returns the number of
 * instructions. Linear.
 */
export function checkClassFile(file: ClassFile): number {
  for (let index = 1; index < file.pool.count; index++) checkConstant(file, index);
  for (let index = 0; index < file.bootstrapMethods.count; index++) file.bootstrapMethods.get(index);
  ask(
    file.name,
    file.superName,
    file.interfaces,
    file.sourceFile,
    innerClasses(file),
    enclosingMethod(file),
    nestHost(file),
    nestMembers(file),
    permittedSubclasses(file),
    recordComponents(file),
    moduleDescription(file),
    modulePackages(file),
    moduleMainClass(file),
    annotationTypes(file.attributes),
    signature(file.attributes),
  );
  for (const field of file.fields)
    ask(
      field.name,
      field.descriptor,
      constantValue(file, field),
      signature(field.attributes),
      annotationTypes(field.attributes),
    );
  let instructions = 0;
  for (const method of file.methods) {
    ask(
      method.name,
      method.descriptor,
      thrownExceptions(method),
      signature(method.attributes),
      annotationTypes(method.attributes),
    );
    const code = readCode(file, method);
    if (code === undefined) continue;
    instructions += code.instructions.length;
    code.lineOf(0 as InstructionIndex);
    ask(localVariables(code), localVariableSignatures(code));
    for (const attribute of code.attributes) checkCodeAttribute(attribute, code);
  }
  return instructions;
}

/** The questions have been asked when their answers get here. */
function ask(..._answers: unknown[]): void {}

function checkConstant({ pool, bootstrapMethods }: ClassFile, index: number): void {
  switch (pool.tag(index)) {
    case 0:
      return;
    case ConstantTag.Utf8:
      pool.utf8(index);
      return;
    case ConstantTag.NameAndType:
      pool.nameAndType(index);
      return;
    case ConstantTag.Fieldref:
      pool.field(index);
      return;
    case ConstantTag.Methodref:
    case ConstantTag.InterfaceMethodref:
      pool.method(index);
      return;
    case ConstantTag.InvokeDynamic:
      bootstrapMethods.get(pool.dynamic(index, ConstantTag.InvokeDynamic).bootstrap);
      return;
    case ConstantTag.Module:
      pool.moduleName(index);
      return;
    case ConstantTag.Package:
      pool.packageName(index);
      return;
    default:
      loadableConstant(pool, bootstrapMethods, index);
  }
}

function checkCodeAttribute(attribute: Attribute, code: Code): void {
  switch (attribute.name) {
    case 'StackMapTable':
    case 'StackMap': {
      const frames =
        attribute.name === 'StackMap' ? readOldStackMap(attribute) : readStackMapTable(attribute);
      for (const { pc } of frames)
        if (code.indexOf(pc) === undefined || pc === code.byteLength)
          failAt(attribute, `has a frame at ${pc}, where no instruction starts`);
      return;
    }
    case 'RuntimeVisibleTypeAnnotations':
    case 'RuntimeInvisibleTypeAnnotations':
      typeAnnotationTargets(attribute);
      return;
  }
}

function failAt(attribute: Attribute, what: string): never {
  return readContent(attribute, (cursor) => cursor.fail(what));
}

/**
 * What is wrong with a decoded method body: invariants of `Code` (whoever made it), and static constraints
 * of JVMS 4.9.1 that the decoder leaves to others. Empty for sound code. For tests and after changes. Linear.
 */
export function checkCode(code: Code): readonly string[] {
  const problems: string[] = [];
  const { instructions } = code;
  const count = instructions.length;
  const problem = (index: number, what: string): void => {
    const instruction = instructions[index];
    problems.push(`${index} ${instruction === undefined ? '' : mnemonicOf(instruction.opcode)}: ${what}`);
  };
  const isLabel = (label: number): boolean => Number.isInteger(label) && label >= 0 && label < count;
  let previous = -1;
  for (let index = 0; index <= count; index++) {
    const at = index as InstructionIndex;
    const pc = code.pcOf(at);
    if (pc <= previous) problem(index, `pc ${pc} follows pc ${previous}`);
    if (code.indexOf(pc) !== index) problem(index, `pc ${pc} is not its own`);
    previous = pc;
  }
  if (previous !== code.byteLength) problem(count, `the code ends at ${previous}, not ${code.byteLength}`);
  for (const [index, instruction] of instructions.entries()) {
    if (!hasForm(instruction)) problem(index, `has the form ${instruction.form}`);
    for (const target of jumpTargets(instruction)) if (!isLabel(target)) problem(index, `jumps to ${target}`);
    const last = lastLocal(instruction);
    if (last >= code.maxLocals) problem(index, `uses local variable ${last} of ${code.maxLocals}`);
  }
  if (count === 0) problem(0, 'there is no instruction');
  else if (fallsThrough(instructions[count - 1]!.opcode)) problem(count - 1, 'control leaves the code');
  for (const [entry, { start, end, handler }] of code.exceptionTable.entries())
    if (!isLabel(start) || !(isLabel(end) || end === count) || start >= end || !isLabel(handler))
      problems.push(`exception table entry ${entry}: [${start}, ${end}) to ${handler}`);
  return problems;
}

/** Whether the opcode is a base opcode that goes with the form. */
function hasForm(instruction: Instruction): boolean {
  const { layout, base, opcode } = opcodeInfo(instruction.opcode);
  if (base !== opcode) return false;
  switch (layout) {
    case 'none':
      return instruction.form === 'none';
    case 'byte':
    case 'short':
    case 'atype':
      return instruction.form === 'immediate';
    case 'constant':
    case 'wideConstant':
      return instruction.form === 'constant';
    case 'branch':
      return instruction.form === 'jump';
    case 'method':
    case 'interfaceMethod':
      return instruction.form === 'invoke';
    case 'dynamic':
      return instruction.form === 'invokedynamic';
    case 'impliedLocal':
    case 'wideBranch':
    case 'wide':
      return false;
    default:
      return instruction.form === layout;
  }
}

/** The highest local variable word that an instruction uses, or -1. */
function lastLocal(instruction: Instruction): number {
  if (instruction.form === 'iinc') return instruction.index;
  if (instruction.form !== 'local') return -1;
  const { opcode, index } = instruction;
  return opcode === Op.lload || opcode === Op.dload || opcode === Op.lstore || opcode === Op.dstore
    ? index + 1
    : index;
}

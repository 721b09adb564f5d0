import type { Instruction } from '../../classfile/instruction.ts';
import type { ClassHierarchy } from '../../hierarchy/class-hierarchy.ts';

/**
 * The paper's default SafeList (section 7: "we include in the SafeList all calls to methods of Java
 * classes"): calls that resolve to a method declared in the JDK, and call sites that the JDK links to its own
 * code (string concatenation, record methods, pattern switches). Not lambda expressions and method references:
 * what they capture is handed to application code.
 */
export function isClassLibraryCall(instruction: Instruction, hierarchy: ClassHierarchy): boolean {
  if (instruction.form === 'invokedynamic') {
    const { owner } = instruction.bootstrap.handle;
    return owner !== 'java/lang/invoke/LambdaMetafactory' && hierarchy.header(owner)?.origin === 'jdk';
  }
  if (instruction.form !== 'invoke') return false;
  if (instruction.owner.startsWith('[')) return true;
  const resolved = hierarchy.resolveMethod(instruction.owner, instruction.name, instruction.descriptor);
  return hierarchy.header(resolved?.owner ?? instruction.owner)?.origin === 'jdk';
}

import { readContent } from '../attribute-cursor.ts';
import type { Code } from '../code.ts';

/** An entry of LocalVariableTable (JVMS 4.7.13) or LocalVariableTypeTable (4.7.14). */
export interface LocalVariable {
  /** The variable has a value at pcs in [startPc, startPc + length). Not checked against instructions. */
  readonly startPc: number;
  readonly length: number;
  readonly name: string;
  /** LocalVariableTable: the descriptor. LocalVariableTypeTable: the signature. */
  readonly type: string;
  readonly index: number;
}

/** All LocalVariableTable attributes of a method, in order. Linear. Throws RRV_CLASS_MALFORMED. */
export function localVariables(code: Code): readonly LocalVariable[] {
  return readAll(code, 'LocalVariableTable');
}

/** All LocalVariableTypeTable attributes of a method: the variables whose type is generic. */
export function localVariableSignatures(code: Code): readonly LocalVariable[] {
  return readAll(code, 'LocalVariableTypeTable');
}

function readAll(code: Code, name: string): readonly LocalVariable[] {
  const variables: LocalVariable[] = [];
  for (const attribute of code.attributes)
    if (attribute.name === name)
      variables.push(
        ...readContent(attribute, (cursor) =>
          cursor.list(() => ({
            startPc: cursor.u2(),
            length: cursor.u2(),
            name: cursor.utf8(),
            type: cursor.utf8(),
            index: cursor.u2(),
          })),
        ),
      );
  return variables;
}

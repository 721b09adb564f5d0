import { AccessFlag } from '../../../classfile/access-flags.ts';
import type { ClassFile } from '../../../classfile/class-file.ts';
import { readCode } from '../../../classfile/code.ts';
import { Op } from '../../../classfile/opcodes.ts';
import { unlessMalformed } from '../../../classfile/unless-malformed.ts';
import { remembering } from '../../../remembering.ts';
import type { ProgramClass } from '../../analysis.ts';
import { fieldKey, type SharedField } from '../../shared-field.ts';

/**
 * Fields of which woven code can tell the runtime what they hold: static and final, and set by the class
 * initialiser alone (before Java 9, JVMS 6.5.putstatic let any method of the class set them), in a class of the
 * inputs that may be instrumented, the only one of its name. Reads the code of classes that are asked about, once.
 */
export function sharedFields(classes: Iterable<ProgramClass>): (field: SharedField) => boolean {
  const byName = new Map<string, ProgramClass | undefined>();
  // Of copies, also of the same bytes, it is not known which is loaded: that of an archive which tells nothing, perhaps.
  for (const one of classes)
    byName.set(one.name, byName.has(one.name) || !one.instrumented ? undefined : one);
  const fieldsOf = remembering((owner: string): ReadonlySet<string> => {
    const one = byName.get(owner);
    return one === undefined ? noFields : setByInitialiser(one.classFile());
  });
  return (field) => fieldsOf(field.owner).has(fieldKey(field));
}

/** The static final fields of a class that its initialiser sets, and nothing else. */
function setByInitialiser(file: ClassFile): ReadonlySet<string> {
  const set = new Set<string>();
  for (const { accessFlags, name, descriptor } of file.fields)
    if ((accessFlags & constant) === constant) set.add(fieldKey({ owner: file.name, name, descriptor }));
  const byInitialiser = new Set<string>();
  for (const method of file.methods) {
    const code = unlessMalformed(() => readCode(file, method));
    if (code === undefined) continue;
    for (const instruction of code.instructions) {
      if (instruction.form !== 'field' || instruction.opcode !== Op.putstatic) continue;
      // Of a class that names another one in its place, too.
      const field = fieldKey({ ...instruction, owner: file.name });
      if (method.name === '<clinit>' && instruction.owner === file.name) byInitialiser.add(field);
      else set.delete(field);
    }
  }
  return new Set([...byInitialiser].filter((field) => set.has(field)));
}

const constant = AccessFlag.static | AccessFlag.final;
const noFields: ReadonlySet<string> = new Set();

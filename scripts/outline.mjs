/**
 * Lengthens the code of methods that are marked `@Outlined`, so that HotSpot does not inline them: it takes no method
 * for that which has more bytes of code than its flag FreqInlineSize says, however often it is called. What is added
 * never runs: a handler for exceptions of an instruction that throws none.
 */

const annotation = 'Lrrv/runtime/Outlined;';
/** FreqInlineSize of x86 and AArch64; others have that or less. */
const mostInlined = 325;

/**
 * Returns a function from the bytes of a class file to those of the class with longer methods. `load`
 * imports a module of the compiled src by its path there.
 */
export async function outliner(load) {
  const { readClassFile } = await load('classfile/class-file');
  const { annotationTypes } = await load('classfile/attributes/annotations');
  const { readCode } = await load('classfile/code');
  const { editClass } = await load('classfile/class-edit');
  const { none } = await load('classfile/emit');
  const { Op } = await load('classfile/opcodes');
  return (bytes) => {
    const file = readClassFile(bytes);
    const edit = editClass(file);
    for (const method of file.methods) {
      if (!annotationTypes(method.attributes).includes(annotation)) continue;
      const { instructions } = readCode(file, method);
      const quiet = instructions.findIndex(({ form }) => form === 'local');
      edit.editCode(method).catchAll({
        kind: 'method',
        except: (at) => at !== quiet,
        instructions: Array.from({ length: mostInlined }, () => none(Op.nop)),
      });
    }
    const result = edit.write();
    if (!result.ok) throw new Error(`${file.name} cannot be written: ${JSON.stringify(result.failures)}`);
    return result.bytes;
  };
}

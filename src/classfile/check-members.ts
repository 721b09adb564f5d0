import type { ClassFile } from './class-file.ts';

/**
 * Asks a class file for its supertypes and for the names and descriptors of its members, so that
 * RRV_CLASS_MALFORMED is thrown now for a class that the JVM refuses as a whole because of them (format
 * checking, JVMS 4.8), and not later by whoever asks for one. What attributes and code say is not asked.
 * Linear in the members.
 */
export function checkMembers({ superName, interfaces, fields, methods }: ClassFile): void {
  ask(superName, interfaces);
  for (const { name, descriptor } of fields) ask(name, descriptor);
  for (const { name, descriptor } of methods) ask(name, descriptor);
}

/** The questions have been asked when their answers get here. */
function ask(..._answers: unknown[]): void {}

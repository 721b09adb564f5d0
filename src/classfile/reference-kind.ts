/** Kinds of method handles (JVMS table 5.4.3.5-A). Those up to `putStatic` read or write a field. */
export const ReferenceKind = {
  getField: 1,
  getStatic: 2,
  putField: 3,
  putStatic: 4,
  invokeVirtual: 5,
  invokeStatic: 6,
  invokeSpecial: 7,
  newInvokeSpecial: 8,
  invokeInterface: 9,
} as const;

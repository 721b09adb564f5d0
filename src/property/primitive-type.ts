const primitive = /^(?:boolean|byte|char|short|int|long|float|double)$/;

/** Whether the name is that of a primitive type of Java. */
export function isPrimitive(type: string): boolean {
  return primitive.test(type);
}

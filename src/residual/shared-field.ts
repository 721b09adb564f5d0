/** A static final field of a class of the inputs that its class initialiser alone sets. */
export interface SharedField {
  readonly owner: string;
  readonly name: string;
  readonly descriptor: string;
}

/** Different for different fields. */
export function fieldKey({ owner, name, descriptor }: SharedField): string {
  return `${owner}.${name} ${descriptor}`;
}

/** What calling a method of the class library makes possible, besides what its declaration says. */
export type Reflection =
  /** Any method or constructor of the program runs with arguments from outside; its result is the call's. */
  | 'callsMethods'
  /** The call's result is the value of any field. */
  | 'readsFields'
  | 'writesFields'
  /** Fields of serializable classes are set to objects from outside. */
  | 'deserializes'
  /** Fields of serializable classes are shown to overriding `replaceObject` methods. */
  | 'serializes'
  /** Any method and field of the program is open to code outside. */
  | 'opens';

const openers =
  /^(?:java\/beans\/(?:XML\w+|EventHandler|\w*PersistenceDelegate)|javax\/(?:script|management)\/.*|java\/rmi\/server\/.*|sun\/misc\/Unsafe|jdk\/internal\/.*|java\/lang\/invoke\/(?:MethodHandle|VarHandle|MethodHandles\$Lookup)|java\/lang\/instrument\/.*|java\/util\/concurrent\/atomic\/Atomic\w+FieldUpdater)$/;

/** Undefined: the call is not reflective. */
export function reflectionOf({
  owner,
  name,
}: {
  readonly owner: string;
  readonly name: string;
}): Reflection | undefined {
  switch (owner) {
    case 'java/lang/reflect/Method':
      return name === 'invoke' ? 'callsMethods' : undefined;
    case 'java/lang/reflect/Constructor':
      return name === 'newInstance' ? 'callsMethods' : undefined;
    case 'java/beans/Statement':
    case 'java/beans/Expression':
      return name === 'execute' || name === 'getValue' ? 'callsMethods' : undefined;
    case 'java/lang/reflect/Field':
      return name === 'get' ? 'readsFields' : name === 'set' ? 'writesFields' : undefined;
    case 'java/io/ObjectInputStream':
      return /^(?:defaultReadObject|readFields|readObject|readUnshared)$/.test(name)
        ? 'deserializes'
        : undefined;
    case 'java/io/ObjectOutputStream':
      return /^(?:defaultWriteObject|writeFields|writeObject|writeUnshared)$/.test(name)
        ? 'serializes'
        : undefined;
    default:
      return isOpener(owner) ? 'opens' : undefined;
  }
}

/** A program calls methods of few classes many times. */
const known = new Map<string, boolean>();

function isOpener(owner: string): boolean {
  let answer = known.get(owner);
  if (answer === undefined) {
    answer = openers.test(owner);
    known.set(owner, answer);
  }
  return answer;
}

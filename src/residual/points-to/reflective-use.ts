import type { ClassHierarchy } from '../analysis.ts';

/** What calling a method of the class library makes possible, besides what its declaration says. */
export type Reflection =
  /** Any method or constructor of the program runs with arguments from outside; its result is the call's. */
  | 'callsMethods'
  /** The call's result is the value of any field. */
  | 'readsFields'
  | 'writesFields'
  /** Fields of serializable classes are set to objects from outside; records are made of such. */
  | 'deserializes'
  /**
   * What is in fields of serializable classes, and in collections there, is asked for its content (`writeObject` of its class) and
   * shown to overriding `replaceObject` methods.
   */
  | 'serializes'
  /** Any method and field of the program is open to code outside. */
  | 'opens';

const openers =
  /^(?:java\/beans\/(?:XML\w+|EventHandler|\w*PersistenceDelegate)|javax\/(?:script|management)\/.*|java\/rmi\/server\/.*|javax\/xml\/(?:bind|ws)\/.*|jdk\/(?:dynalink|nashorn)\/.*|sun\/misc\/Unsafe|jdk\/internal\/.*|java\/lang\/invoke\/(?:MethodHandle|VarHandle|MethodHandles\$Lookup)|java\/lang\/instrument\/.*|java\/util\/concurrent\/atomic\/Atomic\w+FieldUpdater)$/;

export interface CalledMember {
  readonly owner: string;
  readonly name: string;
  readonly descriptor: string;
}

/** Methods that reflect, of classes which a program may extend: a call names its own class then. */
const inheritedByName =
  /^(?:execute|getValue|(?:read|write)(?:Fields|Object|Unshared)|default(?:Read|Write)Object)$/;

/** Undefined: the call is not reflective. */
export function reflectionOf(call: CalledMember, hierarchy: ClassHierarchy): Reflection | undefined {
  const known = reflectionOfMember(call);
  if (known !== undefined || !inheritedByName.test(call.name)) return known;
  const declared = hierarchy.resolveMethod(call.owner, call.name, call.descriptor)?.owner;
  return declared === undefined ? undefined : reflectionOfMember({ owner: declared, name: call.name });
}

function reflectionOfMember({ owner, name }: Pick<CalledMember, 'owner' | 'name'>): Reflection | undefined {
  switch (owner) {
    case 'java/lang/reflect/Method':
      return name === 'invoke' ? 'callsMethods' : undefined;
    case 'java/lang/reflect/Constructor':
      return name === 'newInstance' ? 'callsMethods' : undefined;
    case 'java/lang/reflect/InvocationHandler':
      return name === 'invokeDefault' ? 'callsMethods' : undefined;
    case 'javax/swing/UIDefaults$ProxyLazyValue':
      return name === '<init>' ? 'callsMethods' : undefined;
    case 'java/beans/Statement':
    case 'java/beans/Expression':
      return name === 'execute' || name === 'getValue' ? 'callsMethods' : undefined;
    case 'java/lang/reflect/Field':
      return name === 'get' ? 'readsFields' : name === 'set' ? 'writesFields' : undefined;
    // Objects in a form that hides them are serialized and deserialized, too.
    case 'java/security/SignedObject':
    case 'javax/crypto/SealedObject':
    case 'java/rmi/MarshalledObject':
      return name === '<init>' ? 'serializes' : /^get(?:Object)?$/.test(name) ? 'deserializes' : undefined;
    case 'java/io/ObjectInput':
    case 'java/io/ObjectInputStream':
      return /^(?:defaultReadObject|readFields|readObject|readUnshared)$/.test(name)
        ? 'deserializes'
        : undefined;
    case 'java/io/ObjectOutput':
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

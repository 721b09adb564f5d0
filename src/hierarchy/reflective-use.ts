import type { ClassHierarchy } from './class-hierarchy.ts';

/** What calling a method of the class library makes possible, besides what its declaration says. */
export type Reflection =
  /** Any method or constructor of the program runs with arguments from outside; its result is the call's. */
  | 'callsMethods'
  /** The same, but code of the class library keeps the result, and hands it out elsewhere. */
  | 'keepsResults'
  /** The call's result is the value of any field. */
  | 'readsFields'
  | 'writesFields'
  /** Fields of serializable classes are set to objects from outside; records are made of such. */
  | 'deserializes'
  /**
   * What is in fields of serializable classes, and in collections there, is asked for its content
   * (`writeObject` of its class) and shown to overriding `replaceObject` methods.
   */
  | 'serializes'
  /** Any method and field of the program is open to code outside. */
  | 'opens';

const openers =
  /^(?:java\/beans\/(?:XML\w+|Encoder|EventHandler|\w*PersistenceDelegate)|javax\/(?:script|management)\/.*|java\/rmi\/server\/.*|javax\/xml\/(?:bind|ws)\/.*|jdk\/(?:dynalink|jshell|nashorn)\/.*|sun\/misc\/Unsafe|jdk\/internal\/.*|java\/lang\/invoke\/(?:MethodHandle|VarHandle|MethodHandles\$Lookup)|java\/lang\/instrument\/.*|java\/util\/concurrent\/atomic\/Atomic\w+FieldUpdater)$/;

export interface CalledMember {
  readonly owner: string;
  readonly name: string;
  readonly descriptor: string;
}

/** Methods that reflect, of classes which a program may extend: a call names its own class then. */
const inheritedByName =
  /^(?:createPropertyEditor|execute|getValue|instantiateChild|load|newInstance|(?:read|write)(?:Fields|Object|Unshared)|default(?:Read|Write)Object|stringToValue|get\w*MetadataFormat)$/;

/** Undefined: the call is not reflective. */
export function reflectionOf(call: CalledMember, hierarchy: ClassHierarchy): Reflection | undefined {
  const known = reflectionOfMember(call);
  const given = known === undefined ? reflectionByArguments(call) : undefined;
  if (known !== undefined || (given === undefined && !inheritedByName.test(call.name))) return known;
  const declared = hierarchy.resolveMethod(call.owner, call.name, call.descriptor)?.owner;
  if (declared === undefined) return given;
  // What code of the program does with a stream or a lookup is seen there.
  if (given !== undefined && hierarchy.mayBeOfJdk(declared)) return given;
  return reflectionOfMember({ owner: declared, name: call.name });
}

/** What code of the class library may do that is given such an object. */
function reflectionByArguments({ name, descriptor }: CalledMember): Reflection | undefined {
  const parameters = descriptor.slice(0, descriptor.lastIndexOf(')'));
  if (parameters.includes('Ljava/lang/invoke/MethodHandles$Lookup;')) return 'opens';
  // A provider of security makes the program's object with these.
  if (name === 'getInstance' && parameters.includes('Parameters;')) return 'keepsResults';
  if (/Ljava\/io\/ObjectInput(?:Stream)?;/.test(parameters)) return 'deserializes';
  return /Ljava\/io\/ObjectOutput(?:Stream)?;/.test(parameters) ? 'serializes' : undefined;
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
      return name === '<init>' ? 'keepsResults' : undefined;
    // Makers and constructors of the program that the class library finds by name, or by what they take.
    case 'java/beans/PropertyDescriptor':
      return name === 'createPropertyEditor' ? 'keepsResults' : undefined;
    case 'java/security/Provider$Service':
      return name === 'newInstance' ? 'keepsResults' : undefined;
    case 'javax/imageio/metadata/IIOMetadata':
    case 'javax/imageio/spi/ImageReaderWriterSpi':
      return /^get\w*MetadataFormat$/.test(name) ? 'keepsResults' : undefined;
    case 'java/beans/Beans':
    case 'java/beans/beancontext/BeanContext':
    case 'java/beans/beancontext/BeanContextSupport':
      return /^instantiate(?:Child)?$/.test(name) ? 'deserializes' : undefined;
    // The property of which it is told the name is set and read.
    case 'javax/swing/TransferHandler':
      return name === '<init>' ? 'keepsResults' : undefined;
    // Swing makes values of the program's classes from text when a user edits them.
    case 'javax/swing/JComboBox':
    case 'javax/swing/JFormattedTextField':
    case 'javax/swing/JTable':
    case 'javax/swing/plaf/basic/BasicComboBoxEditor':
    case 'javax/swing/text/DefaultFormatter':
    case 'javax/swing/text/InternationalFormatter':
    case 'javax/swing/text/NumberFormatter':
      return name === '<init>' || name === 'stringToValue' ? 'keepsResults' : undefined;
    case 'java/beans/Statement':
    case 'java/beans/Expression':
      return name === 'execute' || name === 'getValue' ? 'callsMethods' : undefined;
    // What it reads names classes, fields and methods, as what java.beans.XMLDecoder reads.
    case 'javax/swing/plaf/synth/SynthLookAndFeel':
      return name === 'load' ? 'opens' : undefined;
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

/** Classes of which a method is told what to look up, or works on what was looked up before. */
const toldWhat =
  /^(?:java\/lang\/invoke\/(?:LambdaMetafactory|MethodHandle|MethodHandleProxies|MethodHandles(?:\$Lookup)?|VarHandle)|(?:sun|jdk\/internal)\/misc\/Unsafe|java\/util\/concurrent\/atomic\/Atomic\w+FieldUpdater)$/;

/**
 * Of a call that reflects and is not told on which member or class: whether it reads or writes objects, or may do anything.
 * Undefined, too, for what is told: instrument/reflection-watch.ts has events for that.
 */
export function unnamedReflection(
  call: CalledMember,
  hierarchy: ClassHierarchy,
): 'serialization' | 'anything' | undefined {
  switch (reflectionOf(call, hierarchy)) {
    case undefined:
    case 'readsFields':
    case 'writesFields':
      return undefined;
    case 'serializes':
    case 'deserializes':
      return 'serialization';
    case 'callsMethods':
      return call.owner.startsWith('java/lang/reflect/') ? undefined : 'anything';
    case 'keepsResults':
      return 'anything';
    case 'opens':
      // What a class does that a lookup defines, no analysis knows.
      return toldWhat.test(call.owner) && !call.name.startsWith('define') ? undefined : 'anything';
  }
}

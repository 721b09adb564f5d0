import type { ClassHierarchy } from '../../analysis.ts';
import type { ScannedMethod } from '../../call-graph/scanned-code.ts';

/**
 * What the JVM and the class library look for by name, with reflection of their own, which no claim about the
 * program's leaves out.
 */

/** Methods of serialization. */
const serializationMethods = new Set([
  'readResolve',
  'writeReplace',
  'readObject',
  'readObjectNoData',
  'writeObject',
  '$deserializeLambda$',
]);

/**
 * Static methods of any class: those of service providers in modules (java.util.ServiceLoader), of agents
 * (java.lang.instrument), of a look and feel (javax.swing.UIDefaults#getUI), and of what makes sockets for a
 * directory (`java.naming.ldap.factory.socket`).
 */
const staticCallBacks: Readonly<Record<string, RegExp>> = {
  provider: /^\(\)L/,
  premain: /^\(Ljava\/lang\/String;(?:Ljava\/lang\/instrument\/Instrumentation;)?\)V$/,
  agentmain: /^\(Ljava\/lang\/String;(?:Ljava\/lang\/instrument\/Instrumentation;)?\)V$/,
  createUI: /^\(Ljavax\/swing\/JComponent;\)/,
  getDefault: /^\(\)Ljavax\/net\/(?:ssl\/SSL)?SocketFactory;$/,
};
const isStaticCallBack = ({ name, descriptor, isStatic }: ScannedMethod): boolean =>
  isStatic && Object.hasOwn(staticCallBacks, name) && staticCallBacks[name]!.test(descriptor);

/** A member of classes that are a subtype of one. */
interface Member {
  readonly of: string;
  readonly name: string;
  readonly descriptor: RegExp;
}

const texts = /^\((?:Ljava\/lang\/String;){1,2}\)V$/;

/**
 * The causes of what a transformation throws are asked for, and factories of sockets, formats of metadata of
 * images and sets of tags for the one object that there is. What was thrown is made again: by fork-join tasks
 * in another thread, by connections at the next call. Other constructors make objects that nobody else need
 * make: what a policy grants and to whom, the system's class loader and file system, what a provider of
 * security is asked for with parameters, which may be null (java.security.Provider, its table of engines), and
 * generators of random numbers (java.util.random.RandomGeneratorFactory).
 */
const members: readonly Member[] = [
  { of: 'javax/net/SocketFactory', name: 'getDefault', descriptor: /^\(\)L/ },
  { of: 'java/lang/Throwable', name: 'getException', descriptor: /^\(\)L/ },
  { of: 'javax/imageio/metadata/IIOMetadataFormat', name: 'getInstance', descriptor: /^\(\)L/ },
  { of: 'javax/imageio/plugins/tiff/TIFFTagSet', name: 'getInstance', descriptor: /^\(\)L/ },
  ...[
    { of: 'java/lang/Throwable', descriptor: /^\(Ljava\/lang\/Throwable;\)V$/ },
    { of: 'java/io/IOException', descriptor: /^\(Ljava\/lang\/String;\)V$/ },
    { of: 'java/security/Permission', descriptor: texts },
    { of: 'java/security/Principal', descriptor: texts },
    { of: 'java/lang/ClassLoader', descriptor: /^\(Ljava\/lang\/ClassLoader;\)V$/ },
    {
      of: 'java/nio/file/spi/FileSystemProvider',
      descriptor: /^\(Ljava\/nio\/file\/spi\/FileSystemProvider;\)V$/,
    },
    { of: 'java/util/random/RandomGenerator', descriptor: /^\((?:J|\[B)\)V$/ },
    { of: 'javax/smartcardio/TerminalFactorySpi', descriptor: /^\(Ljava\/lang\/Object;\)V$/ },
    ...[
      'java/security/PolicySpi',
      'java/security/SecureRandomSpi',
      'java/security/cert/CertStoreSpi',
      'javax/crypto/KDFSpi',
      'javax/security/auth/login/ConfigurationSpi',
    ].map((of) => ({ of, descriptor: /^\(L[^;]+Parameters;\)V$/ })),
  ].map((one) => ({ ...one, name: '<init>' })),
];

function isMember({ owner, name, descriptor }: ScannedMethod, hierarchy: ClassHierarchy): boolean {
  return members.some(
    (one) =>
      one.name === name && one.descriptor.test(descriptor) && hierarchy.isSubtype(owner, one.of) !== false,
  );
}

/**
 * Java Flight Recorder gives each control of an event to the method that asks for it
 * (jdk.jfr.SettingDefinition), whatever its name.
 */
function isSetting({ owner, descriptor, isStatic }: ScannedMethod, hierarchy: ClassHierarchy): boolean {
  const control = /^\(L([^;]+);\)Z$/.exec(descriptor)?.[1];
  return (
    control !== undefined &&
    !isStatic &&
    hierarchy.isSubtype(control, 'jdk/jfr/SettingControl') === true &&
    hierarchy.isSubtype(owner, 'jdk/jfr/Event') === true
  );
}

/**
 * Whether the JVM or the class library may find the method or constructor and call it: without an object, or
 * on one of its class.
 */
export function isCalledByName(method: ScannedMethod, hierarchy: ClassHierarchy): boolean {
  return (
    serializationMethods.has(method.name) ||
    isStaticCallBack(method) ||
    isSetting(method, hierarchy) ||
    isMember(method, hierarchy)
  );
}

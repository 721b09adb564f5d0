import { toInternalName } from '../../classfile/descriptors.ts';
import { askedByValues } from '../facts/asked-by-values.ts';
import { belowStreams } from '../facts/below-streams.ts';
import type { CallBack } from '../facts/library-facts.ts';
import { quietProviders } from '../facts/quiet-providers.ts';

/**
 * What a call-back implies: code of the class library that is called back, or asked for its text, calls the
 * program in turn. Tables for `callGraph`, found by reading the class library; what depends on the program's
 * own calls says which.
 */

const orders: readonly CallBack[] = [
  { type: 'java/lang/Comparable', method: 'compareTo' },
  { type: 'java/util/Comparator', method: 'compare' },
];

/** Methods that every object has, and orders: what printing, hashing and comparing values may call. */
export const valueProtocol: readonly CallBack[] = [
  { type: 'java/lang/Object', method: 'toString' },
  { type: 'java/lang/Object', method: 'hashCode' },
  { type: 'java/lang/Object', method: 'equals' },
  ...orders,
];

/** What else a call-back may run because objects of the class library ask objects of the program for the same. */
export function askedForValue({ type, method }: CallBack): readonly CallBack[] {
  if (type === 'java/lang/Comparable' || type === 'java/util/Comparator') return askedByValues;
  return type === 'java/lang/Object' && /^(?:toString|hashCode|equals)$/.test(method ?? '')
    ? [...askedByValues, ...orders]
    : [];
}

/** The same, and what common interfaces ask for: what walking what is in an object may call, too. */
export const objectProtocol: readonly CallBack[] = [
  ...valueProtocol,
  { type: 'java/lang/CharSequence', method: undefined },
  { type: 'java/lang/Iterable', method: 'iterator' },
  { type: 'java/util/Iterator', method: undefined },
  { type: 'java/util/Collection', method: undefined },
  { type: 'java/util/Map', method: undefined },
  { type: 'java/util/Map$Entry', method: undefined },
  { type: 'java/util/Enumeration', method: undefined },
];

/** `Comparator.comparing` and its kin: comparators that ask a function for what to compare. */
export const keyComparators = /^(?:comparing|thenComparing)/;
export const keyFunctions = ['Function', 'ToIntFunction', 'ToLongFunction', 'ToDoubleFunction'].map(
  (name) => `java/util/function/${name}`,
);

/**
 * The class library finds and makes objects of these types itself, by names in properties, in
 * META-INF/services and in the tables of providers of security.
 */
export const madeByName = new Set([
  ...quietProviders.map(toInternalName),
  'java/lang/System$LoggerFinder',
  'java/net/URLStreamHandlerFactory',
  'java/net/spi/InetAddressResolverProvider',
  'java/security/Provider',
  ...['logging/Filter', 'logging/Handler', 'logging/LogManager', 'prefs/PreferencesFactory'].map(
    (name) => `java/util/${name}`,
  ),
  ...['InitialContextFactory', 'ObjectFactory'].map((name) => `javax/naming/spi/${name}`),
  'javax/xml/crypto/dsig/TransformService',
]);

/** What the text, equality and hash of a java.net.URL ask its handler for. */
export const askedOfHandlers: ReadonlyMap<string, readonly string[]> = new Map([
  ['toString', ['toExternalForm']],
  ['equals', ['equals', 'sameFile', 'hostsEqual', 'getHostAddress', 'getDefaultPort']],
  ['hashCode', ['hashCode', 'getHostAddress', 'getDefaultPort']],
]);

/**
 * Calls by which a program makes iterators of the class library that run other code of it when they are
 * walked: those of streams and spliterators, of directories, archives and scanners, of resources, of events
 * in XML, of providers and of trees.
 */
export const runningIterators = new RegExp(
  [
    /^java\/util\/(?:stream\/\w+\.iterator|Spliterators\.iterator|Scanner\.<init>)$/,
    /^java\/nio\/file\/(?:DirectoryStream\.iterator|\w+\.newDirectoryStream)$/,
    /^java\/util\/(?:zip\/ZipFile|jar\/JarFile)\.entries$/,
    /\.(?:find|get)(?:System)?Resources$/,
    /^javax\/xml\/stream\/XMLInputFactory\.create\w+$/,
    /^javax\/imageio\/(?:ImageIO|spi\/\w+)\.get\w+$/,
    /\.(?:preorder|postorder|breadthFirst|depthFirst|pathFromAncestor)Enumeration$/,
    /^javax\/naming\/.*\.(?:list|listBindings|search)$/,
  ]
    .map(({ source }) => source)
    .join('|'),
);
/** What these may run. */
export const runByIterators = [
  'java/util/Spliterator',
  'java/lang/Readable',
  'java/io/InputStream',
  ...['URLConnection', 'URLStreamHandler', 'URLStreamHandlerFactory'].map((name) => `java/net/${name}`),
  // What the class library's own streams stand on.
  'java/io/RandomAccessFile',
  ...['zip/Checksum', 'zip/Inflater'].map((name) => `java/util/${name}`),
  'java/security/MessageDigestSpi',
  'javax/crypto/CipherSpi',
  'java/nio/channels/Channel',
  'java/nio/charset/CharsetDecoder',
  ...['DirectoryStream', 'DirectoryStream$Filter', 'FileSystem', 'Path', 'attribute/BasicFileAttributes'].map(
    (name) => `java/nio/file/${name}`,
  ),
  'java/nio/file/spi/FileSystemProvider',
  ...['XMLStreamReader', 'XMLEventReader', 'EventFilter', 'StreamFilter', 'XMLReporter', 'XMLResolver'].map(
    (name) => `javax/xml/stream/${name}`,
  ),
  'javax/xml/stream/util/XMLEventAllocator',
  'javax/xml/transform/Source',
  'javax/imageio/stream/ImageInputStream',
  'javax/imageio/spi/ServiceRegistry$Filter',
  'javax/imageio/spi/IIOServiceProvider',
  'javax/swing/tree/TreeNode',
  // Streams of random numbers, of the body of a response, of sound, and of the entries of an archive.
  ...['Random', 'random/RandomGenerator', 'concurrent/Flow$Subscription', 'zip/ZipFile'].map(
    (name) => `java/util/${name}`,
  ),
  'javax/sound/sampled/TargetDataLine',
  ...belowStreams.map(toInternalName),
];

/** Calls for a part of a collector: a function of the class library that runs those which the collector was made of. */
export const collectorParts = /^java\/util\/stream\/Collector\.(?:supplier|accumulator|combiner|finisher)$/;

/**
 * What a program gives to the class library with a call, to be run when the class library asks objects of
 * some types.
 */
export interface GivenToLibrary {
  /** Owner and name of the call. */
  readonly calls: RegExp;
  /** Its descriptor; absent: any. */
  readonly descriptor?: RegExp;
  readonly whenAsked: RegExp;
  readonly runs: readonly CallBack[] | 'anything';
}

export const givenToLibrary: readonly GivenToLibrary[] = [
  // The text of a spliterator that is made when it is asked for something is that of what is made.
  {
    calls: /^java\/util\/stream\/StreamSupport\.\w+$/,
    descriptor: /^\(Ljava\/util\/function\/Supplier;/,
    whenAsked: /^java\/lang\/Object$/,
    runs: anyMethodOf(['java/util/function/Supplier', 'java/util/Spliterator']),
  },
  // What TLS asks in a handshake beside the managers of keys.
  {
    calls: /\.setHandshakeApplicationProtocolSelector$/,
    whenAsked: /^javax\/net\/ssl\/X509KeyManager$/,
    runs: anyMethodOf(['java/util/function/BiFunction']),
  },
  // A type or element of the compiler's, and a list of such, reads the class when it is asked for something,
  // and a warning about that goes to a listener or is printed.
  {
    calls: /^javax\/tools\/\w+\.getTask$/,
    whenAsked: /^java\/(?:lang\/Object|util\/(?:Collection|Iterator))$/,
    runs: anyMethodOf(['javax/tools/DiagnosticListener', ...belowStreams.map(toInternalName)]),
  },
  // Values of Swing's tables that a method or constructor makes which the program names by strings.
  {
    calls: /^javax\/swing\/UIDefaults\$ProxyLazyValue\./,
    whenAsked: /^javax\/swing\/UIDefaults\$LazyValue$/,
    runs: 'anything',
  },
  // Collections whose elements a function makes when they are asked for, so that any method of one may call
  // it, those for their text, hash and equality too: those of JDK 25 (a preview) and of JDK 26.
  {
    calls:
      /^java\/(?:lang\/StableValue\.(?:list|map)|lang\/LazyConstant\.\w+|util\/(?:List|Set|Map)\.ofLazy)$/,
    whenAsked: /^java\/(?:lang\/Object|util\/(?:Collection|Enumeration|Iterator|List|Map|Map\$Entry))$/,
    runs: anyMethodOf(
      ['Function', 'IntFunction', 'Predicate', 'Supplier'].map((name) => `java/util/function/${name}`),
    ),
  },
];

/**
 * A consumer of the class library that streams hand to spliterators and functions of the program, which may
 * hand it on.
 */
export const streamSink = 'java/util/stream/Sink';

/** What a security manager of the class library asks in turn (java.security.AccessController). */
export const askedByManagers = [
  'DomainCombiner',
  'Permission',
  'PermissionCollection',
  'Policy',
  'ProtectionDomain',
].map((name) => `java/security/${name}`);

/** Methods of `valueProtocol`: the type that declares each, and its descriptor. */
export const valueMethods: ReadonlyMap<string, readonly [string, string]> = new Map([
  ['toString', ['java/lang/Object', '()Ljava/lang/String;']],
  ['hashCode', ['java/lang/Object', '()I']],
  ['equals', ['java/lang/Object', '(Ljava/lang/Object;)Z']],
  ['compareTo', ['java/lang/Comparable', '(Ljava/lang/Object;)I']],
  ['compare', ['java/util/Comparator', '(Ljava/lang/Object;Ljava/lang/Object;)I']],
]);

export const asksNothing = /^$/;

/**
 * What methods of `valueProtocol` of these classes ask for: methods that subclasses may override. Others may
 * ask for any.
 */
export const askedByClass: ReadonlyMap<string, RegExp> = new Map([
  ['java/lang/Object', asksNothing],
  ['java/lang/Comparable', asksNothing],
  ['java/util/Comparator', asksNothing],
  ['java/lang/Enum', asksNothing],
  ['java/lang/Thread', asksNothing],
  ['java/util/EventObject', asksNothing],
  ['java/lang/Throwable', /^get(?:Localized)?Message$/],
  // paramString() of AWT and Swing reads properties.
  ['java/awt/Component', /^(?:paramString|(?:get|is|has)\w*)$/],
  ['java/awt/MenuComponent', /^(?:paramString|(?:get|is|has)\w*)$/],
  ['java/awt/AWTEvent', /^(?:paramString|(?:get|is|has)\w*)$/],
]);

/** Call-backs of any method of the types. */
export function anyMethodOf(types: readonly string[]): readonly CallBack[] {
  return types.map((type) => ({ type, method: undefined }));
}

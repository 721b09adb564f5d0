import type { CallBack } from './library-facts.ts';

/**
 * Types whose methods code of the class library calls for text, equality, hash and order of its own objects, where these hold or
 * meet objects of the program: views and parts of the program's collections ask these, lists walk what they are
 * compared with, a date asks the time zone, a generic type the one that it is compared with. Comparators and comparable keys are in
 * `valueProtocol`. Found by searching the byte code of the JDK's toString, equals, hashCode and compareTo (java.*, without AWT and beans).
 */
export const askedByValues: readonly CallBack[] = [
  'java/io/File',
  ...['CharSequence', 'Iterable', 'Number', 'Throwable'].map((name) => `java/lang/${name}`),
  'java/lang/annotation/Annotation',
  'java/lang/constant/ConstantDesc',
  ...['AnnotatedElement', 'Member', 'Type'].map((name) => `java/lang/reflect/${name}`),
  ...[
    'Proxy',
    'ServerSocket',
    'Socket',
    'SocketImpl',
    'URLConnection',
    'URLStreamHandler',
    'http/HttpRequest',
  ].map((name) => `java/net/${name}`),
  ...['channels/FileLock', 'charset/Charset', 'file/Path', 'file/attribute/UserPrincipal'].map(
    (name) => `java/nio/${name}`,
  ),
  'java/rmi/server/RemoteRef',
  ...[
    'AlgorithmParametersSpi',
    'CodeSource',
    'Key',
    'MessageDigestSpi',
    'Permission',
    'PermissionCollection',
    'Principal',
    'ProtectionDomain',
    'Provider',
    'SecureRandomSpi',
    'cert/CRL',
    'cert/CertPath',
    'cert/Certificate',
    'cert/TrustAnchor',
    'cert/X509CRLEntry',
    'cert/X509CertSelector',
    'spec/ECField',
  ].map((name) => `java/security/${name}`),
  ...[
    'AttributedCharacterIterator$Attribute',
    'Collator',
    'DateFormatSymbols',
    'DecimalFormatSymbols',
    'Format',
  ].map((name) => `java/text/${name}`),
  ...['InstantSource', 'Clock', 'chrono/Chronology', 'chrono/Era'].map((name) => `java/time/${name}`),
  ...['TemporalAccessor', 'TemporalAdjuster', 'TemporalAmount', 'TemporalField'].map(
    (name) => `java/time/temporal/${name}`,
  ),
  ...[
    'BitSet',
    'Calendar',
    'Collection',
    'Date',
    'Enumeration',
    'Formattable',
    'Iterator',
    'Map',
    'Map$Entry',
    'TimeZone',
    'concurrent/Delayed',
    'function/DoubleBinaryOperator',
    'function/LongBinaryOperator',
    'jar/Manifest',
    'prefs/Preferences',
    'zip/ZipEntry',
  ].map((name) => `java/util/${name}`),
].map((type) => ({ type, method: undefined }));

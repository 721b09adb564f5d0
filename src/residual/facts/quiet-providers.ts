/**
 * Classes, by their names in Java, that programs extend and of which the class library makes objects itself,
 * by names in properties, in META-INF/services and in the tables of providers of security. Their own
 * constructors do nothing but ask for permission.
 */
export const quietProviders: readonly string[] = [
  'java.net.URLStreamHandler',
  'java.nio.charset.spi.CharsetProvider',
  'java.nio.file.spi.FileSystemProvider',
  ...[
    'AlgorithmParametersSpi',
    'KeyFactorySpi',
    'KeyPairGeneratorSpi',
    'KeyStoreSpi',
    'MessageDigestSpi',
    'Policy',
    'SecureRandomSpi',
    'SignatureSpi',
    'cert.CertPathBuilderSpi',
    'cert.CertPathValidatorSpi',
    'cert.CertStoreSpi',
    'cert.CertificateFactorySpi',
  ].map((name) => `java.security.${name}`),
  'java.time.zone.ZoneRulesProvider',
  ...['ResourceBundle', 'logging.Formatter', 'spi.LocaleServiceProvider'].map((name) => `java.util.${name}`),
  ...['CipherSpi', 'KDFSpi', 'KeyAgreementSpi', 'KeyGeneratorSpi', 'MacSpi'].map(
    (name) => `javax.crypto.${name}`,
  ),
  'javax.net.SocketFactory',
];

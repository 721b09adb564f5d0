/** Operations by the interface of java.util.stream that has them. */
type Operations = Readonly<Record<string, string>>;

/** Each makes a stage of its own behind the one that it is called on; `skip` does so unless it skips nothing. */
const intermediate: Operations = {
  Stream: `
    filter map mapToInt mapToLong mapToDouble flatMap flatMapToInt flatMapToLong flatMapToDouble distinct sorted
    peek limit`,
  IntStream: `
    filter map mapToObj mapToLong mapToDouble flatMap distinct sorted peek limit asLongStream asDoubleStream boxed`,
  LongStream:
    'filter map mapToObj mapToInt mapToDouble flatMap distinct sorted peek limit asDoubleStream boxed',
  DoubleStream: 'filter map mapToObj mapToInt mapToLong flatMap distinct sorted peek limit boxed',
};

/** The same, but what a stream of the program inherits closes that stream later. */
const closing: Operations = {
  Stream: 'takeWhile dropWhile',
  IntStream: 'takeWhile dropWhile',
  LongStream: 'takeWhile dropWhile',
  DoubleStream: 'takeWhile dropWhile',
};

/** What a stream of the program inherits returns what its `flatMap`, or one of its kin, returns. */
const flattening: Operations = {
  Stream: 'mapMulti mapMultiToInt mapMultiToLong mapMultiToDouble',
  IntStream: 'mapMulti',
  LongStream: 'mapMulti',
  DoubleStream: 'mapMulti',
};

const terminal: Operations = {
  BaseStream: 'iterator spliterator',
  Stream: `
    forEach forEachOrdered toArray reduce collect toList min max count anyMatch allMatch noneMatch findFirst
    findAny`,
  IntStream: `
    forEach forEachOrdered toArray reduce collect sum min max count average summaryStatistics anyMatch allMatch
    noneMatch findFirst findAny`,
  LongStream: `
    forEach forEachOrdered toArray reduce collect sum min max count average summaryStatistics anyMatch allMatch
    noneMatch findFirst findAny`,
  DoubleStream: `
    forEach forEachOrdered toArray reduce collect sum min max count average summaryStatistics anyMatch allMatch
    noneMatch findFirst findAny`,
};

/** Static methods and methods of other classes that make a stream. */
const making = `
  java.util.stream: Stream.of(..) Stream.ofNullable(..) Stream.empty(..) Stream.iterate(..) Stream.generate(..)
    Stream.concat(..) Stream$Builder.build(..) IntStream.of(..) IntStream.empty(..) IntStream.range(..)
    IntStream.rangeClosed(..) IntStream.iterate(..) IntStream.generate(..) IntStream.concat(..)
    IntStream$Builder.build(..) LongStream.of(..) LongStream.empty(..) LongStream.range(..)
    LongStream.rangeClosed(..) LongStream.iterate(..) LongStream.generate(..) LongStream.concat(..)
    LongStream$Builder.build(..) DoubleStream.of(..) DoubleStream.empty(..) DoubleStream.iterate(..)
    DoubleStream.generate(..) DoubleStream.concat(..) DoubleStream$Builder.build(..) StreamSupport.stream(..)
    StreamSupport.intStream(..) StreamSupport.longStream(..) StreamSupport.doubleStream(..)
  java.util: Arrays.stream(..) BitSet.stream(..) Optional.stream(..) OptionalInt.stream(..)
    OptionalLong.stream(..) OptionalDouble.stream(..) Scanner.tokens(..) Scanner.findAll(..)
  java.util.regex: Pattern.splitAsStream(..) Matcher.results(..)
  java.lang: CharSequence.chars(..) CharSequence.codePoints(..) String.lines(..)
  java.io: BufferedReader.lines(..)
  java.nio.file: Files.lines(..) Files.list(..) Files.walk(..) Files.find(..)`;

function callsOf(operations: Operations): string {
  return Object.entries(operations)
    .flatMap(([type, names]) =>
      [...names.matchAll(/\w+/g)].map(([name]) => `java.util.stream.${type}.${name}(..)`),
    )
    .map((call) => `      - ${call}`)
    .join('\n');
}

function callsMaking(): string {
  return [...making.matchAll(/([\w.]+):([^:]*?)(?=\s+[\w.]+:|$)/g)]
    .flatMap(([, name, calls]) => [...calls!.matchAll(/\S+/g)].map(([call]) => `      - ${name}.${call}`))
    .join('\n');
}

/**
 * About streams, in the language of facts files. The class library's own are stages, each of which knows the ones
 * before it and hands none of them out. `concat` is no operation here: what it is given may be a stream of the program,
 * which it closes later.
 */
export const streamFacts = `
  - calls:
${callsOf(intermediate)}
    returns: fresh
    does-not-retain: receiver
    because: makes a stage that knows this one, and hands it to nobody
  - calls:
${callsOf(closing)}
    returns: fresh
    because: the same; what a stream of the program inherits closes that stream later
  - calls:
${callsOf(flattening)}
    returns: fresh
    unless-extended: 
      - java.util.stream.Stream
      - java.util.stream.IntStream
      - java.util.stream.LongStream
      - java.util.stream.DoubleStream
    because: the same; what a stream of the program inherits returns what its flatMap returns
  - calls:
${callsOf(terminal)}
    does-not-retain: receiver
    because: shows the elements, and not the stream
  - calls: [java.util.stream.BaseStream.sequential(), java.util.stream.BaseStream.parallel(), java.util.stream.BaseStream.onClose(Runnable)]
    returns: receiver
    does-not-retain: receiver
    because: sets the stage that all are made behind, and returns this
  - calls: [java.util.stream.BaseStream.isParallel(), java.util.stream.BaseStream.close()]
    does-not-retain: receiver
    because: asks the stage that all are made behind, or runs what it was given
  - calls: [java.util.Collection.stream(), java.util.Collection.parallelStream()]
    returns: fresh
    because: every implementation makes its stream, or returns that of the collection which it wraps
  - calls:
${callsMaking()}
    returns: fresh
    because: the stream is made by the call, and nobody else gets it`;

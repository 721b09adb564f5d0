import { listed, methodsOf } from './named-calls.ts';

/** Each makes a stage of its own behind the one that it is called on; `skip` does so unless it skips nothing. */
const intermediate = ofStreams({
  Stream: `
    filter map mapToInt mapToLong mapToDouble flatMap flatMapToInt flatMapToLong flatMapToDouble distinct sorted
    peek limit`,
  IntStream: `
    filter map mapToObj mapToLong mapToDouble flatMap distinct sorted peek limit asLongStream asDoubleStream boxed`,
  LongStream:
    'filter map mapToObj mapToInt mapToDouble flatMap distinct sorted peek limit asDoubleStream boxed',
  DoubleStream: 'filter map mapToObj mapToInt mapToLong flatMap distinct sorted peek limit boxed',
});

/** The same, but what a stream of the program inherits closes that stream later. */
const closing = ofStreams({
  Stream: 'takeWhile dropWhile',
  IntStream: 'takeWhile dropWhile',
  LongStream: 'takeWhile dropWhile',
  DoubleStream: 'takeWhile dropWhile',
});

/** What a stream of the program inherits returns what its `flatMap`, or one of its kin, returns. */
const flattening = ofStreams({
  Stream: 'mapMulti mapMultiToInt mapMultiToLong mapMultiToDouble',
  IntStream: 'mapMulti',
  LongStream: 'mapMulti',
  DoubleStream: 'mapMulti',
});

const ofNumbers = `
  forEach forEachOrdered toArray reduce collect sum min max count average summaryStatistics anyMatch allMatch
  noneMatch findFirst findAny`;

const terminal = ofStreams({
  BaseStream: 'iterator spliterator',
  Stream: `
    forEach forEachOrdered toArray reduce collect toList min max count anyMatch allMatch noneMatch findFirst
    findAny`,
  IntStream: ofNumbers,
  LongStream: ofNumbers,
  DoubleStream: ofNumbers,
});

/** Static methods, and methods of other classes, that make a stream. */
const making = [
  ...ofStreams({
    Stream: 'of ofNullable empty iterate generate concat',
    Stream$Builder: 'build',
    IntStream: 'of empty range rangeClosed iterate generate concat',
    IntStream$Builder: 'build',
    LongStream: 'of empty range rangeClosed iterate generate concat',
    LongStream$Builder: 'build',
    DoubleStream: 'of empty iterate generate concat',
    DoubleStream$Builder: 'build',
    StreamSupport: 'stream intStream longStream doubleStream',
  }),
  ...methodsOf({
    'java.util.Arrays': 'stream',
    'java.util.BitSet': 'stream',
    'java.util.Optional': 'stream',
    'java.util.OptionalInt': 'stream',
    'java.util.OptionalLong': 'stream',
    'java.util.OptionalDouble': 'stream',
    'java.util.Scanner': 'tokens findAll',
    'java.util.regex.Pattern': 'splitAsStream',
    'java.util.regex.Matcher': 'results',
    'java.lang.CharSequence': 'chars codePoints',
    'java.lang.String': 'lines',
    'java.io.BufferedReader': 'lines',
    'java.nio.file.Files': 'lines list walk find',
  }),
];

function ofStreams(operations: Readonly<Record<string, string>>): readonly string[] {
  return methodsOf(operations).map((call) => `java.util.stream.${call}`);
}

/**
 * About streams, in the language of facts files. The class library's own are stages, each of which knows the ones
 * before it and hands none of them out. `concat` is no operation here: what it is given may be a stream of the program,
 * which it closes later.
 */
export const streamFacts = `
  - calls:
${listed(intermediate)}
    returns: fresh
    does-not-retain: receiver
    because: makes a stage that knows this one, and hands it to nobody
  - calls:
${listed(closing)}
    returns: fresh
    because: the same; what a stream of the program inherits closes that stream later
  - calls:
${listed(flattening)}
    returns: fresh
    unless-extended:
      - java.util.stream.Stream
      - java.util.stream.IntStream
      - java.util.stream.LongStream
      - java.util.stream.DoubleStream
    because: the same; what a stream of the program inherits returns what its flatMap returns
  - calls:
${listed(terminal)}
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
${listed(making)}
    returns: fresh
    because: the stream is made by the call, and nobody else gets it`;

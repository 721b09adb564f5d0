import { belowStreams } from './below-streams.ts';
import { listed } from './named-calls.ts';

/** What a stream that text is printed to may ask. */
const belowPrinting = listed(['java.lang.Object#toString', ...belowStreams]);

/**
 * About streams of bytes and characters and about archives, in the language of facts files. Streams know those that
 * they stand on, and have no reference to those that stand on them.
 */
export const inputOutputFacts = `
  - calls: [java.io.PrintStream.print(..), java.io.PrintStream.println(..)]
    does-not-retain: anything
    calls-back:
${belowPrinting}
    because: >-
      prints a text and keeps no reference; a print stream may stand on a stream of the application, or on one that writes to a
      channel or a pipe, sums up, compresses or encrypts
  - calls: [java.io.PrintStream.flush(), java.io.PrintStream.close()]
    does-not-retain: receiver
    calls-back:
${belowPrinting}
    because: passes on to the stream below
  - calls:
      - java.util.Properties.load(..)
      - java.util.Properties.loadFromXML(..)
      - java.util.Properties.store(..)
      - java.util.Properties.storeToXML(..)
    does-not-retain: argument 0
    because: reads or writes the stream to its end, and forgets it`;

import { readFactsFile } from '../../../src/residual/facts/facts-file.ts';

/** A few facts about the class library, so that these tests do not change when rrv's own facts grow. */
export const testFacts = readFactsFile(
  `
version: 1
implementations: class library
facts:
  - calls: [ "java.util.Collection.iterator()", "java.util.List.listIterator()" ]
    returns: fresh
    does-not-retain: receiver
    calls-back: [ "java.util.List#size", "java.util.List#get", "java.util.AbstractCollection#size" ]
    result-calls-back: [ "java.util.List#get", "java.util.List#size", "java.util.List#remove", "java.util.Iterator" ]
    because: test
  - calls: [ "java.util.Iterator.hasNext()", "java.util.Iterator.next()", "java.util.Iterator.remove()" ]
    does-not-retain: receiver
    calls-back: [ "java.util.List#get", "java.util.List#size", "java.util.List#remove", "java.util.Iterator" ]
    because: test
  - calls: [ "java.util.ArrayList.new()", "java.util.HashMap.new()", "java.util.HashSet.new()", "java.lang.Object.new()", "java.lang.StringBuilder.new()" ]
    does-not-retain: receiver
    calls-back: never
    because: test
  - calls: [ "java.util.ArrayList.add(Object)", "java.util.ArrayList.size()", "java.util.List.size()", "java.util.List.add(Object)" ]
    does-not-retain: receiver
    calls-back: never
    because: test
  - calls: [ "java.io.PrintStream.println(String)", "java.lang.StringBuilder.append(String)" ]
    does-not-retain: anything
    calls-back: never
    because: test
`,
  'test-facts.yaml',
);

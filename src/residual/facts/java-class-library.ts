import { askedByTables } from './asked-by-tables.ts';
import { confiningConstructors } from './confining-constructors.ts';
import { confiningMethods, returningMethods } from './confining-methods.ts';
import { type FactsFile, readFactsFile } from './facts-file.ts';
import { inputOutputFacts } from './input-output-facts.ts';
import { listed } from './named-calls.ts';
import { streamFacts } from './stream-facts.ts';

/**
 * What rrv knows about the Java class library, in the language of facts files. `returns: fresh` is checked
 * against the byte code of every implementation in JDK 17 and 25 (class-library-facts.slow.test.ts),
 * `calls-back` against that of java.util (call-backs.slow.test.ts); the other claims are the author's reading
 * of the sources.
 *
 * The claims hold for the class library's own implementations. Many of its collections wrap another one
 * (`Collections.synchronizedList`) or are built on methods that subclasses implement (`AbstractList`): what
 * an application collection does when it is called is stated as `calls-back`, and where a wrapper hands on
 * the result of what it wraps, a fresh result is only as fresh as that of the application's own override.
 * Finalizers are not considered, nor what a JDK object that the application passes in calls in turn beyond
 * that (the hashCode of a java.net.URL asks its URLStreamHandler).
 */
const text = `version: 1
implementations: class library

facts:
  # Call-backs that several entries share.
  - calls: java.util.Collection.size()
    does-not-retain: receiver
    calls-back: &wrapped
      - java.util.Collection
      - java.util.Map
      - java.util.Map$Entry
      - java.util.Iterator
      - java.util.Enumeration
      - java.lang.Comparable
      - java.util.Comparator
    because: counts (a part of a tree by comparing keys), or asks the collection that it wraps
  - calls: java.util.Collection.isEmpty()
    does-not-retain: receiver
    calls-back: *wrapped
    because: counts, or asks the collection that it wraps

  # Iterators.
  - calls: java.util.Collection.iterator()
    returns: fresh
    except: &sharedIterator
      - java.util.Collections$EmptyList
      - java.util.Collections$EmptySet
      - java.util.Hashtable$KeySet
      - java.util.Hashtable$EntrySet
      - java.util.Hashtable$ValueCollection
      - java.util.concurrent.SynchronousQueue
      - com.sun.tools.javac.util.List
      - com.sun.tools.javac.model.FilteredMemberList
      - com.sun.org.apache.xerces.internal.impl.xs.util.XSObjectListImpl
    unless-extended:
      - java.util.AbstractSequentialList#listIterator
      - java.util.concurrent.CopyOnWriteArraySet
    does-not-retain: receiver
    calls-back: *wrapped
    result-calls-back: &elements
      - java.util.Collection
      - java.util.Map
      - java.util.Map$Entry
      - java.util.Iterator
      - java.util.Enumeration
      - java.lang.Object#equals
      - java.lang.Object#hashCode
      - java.lang.Comparable
      - java.util.Comparator
      - java.util.concurrent.Delayed
      - java.util.function.Consumer
      - java.beans.beancontext.BeanContextChild
      - java.beans.beancontext.BeanContextProxy
      - java.beans.beancontext.BeanContextMembershipListener
      - java.beans.beancontext.BeanContextServiceProvider
      - java.beans.beancontext.BeanContextServiceRevokedListener
      - java.beans.beancontext.BeanContextServicesListener
      - java.beans.VetoableChangeListener
      - java.beans.Visibility
      - java.awt.RenderingHints$Key
${askedByTables}
    because: >-
      every implementation creates its iterator, which keeps its collection to itself; the exceptions hand out one
      shared iterator when they are empty, and AbstractSequentialList returns what listIterator(int) returns
  - calls: java.util.List.listIterator()
    returns: fresh
    except:
      - java.util.Collections$EmptyList
      - com.sun.tools.javac.util.List
      - com.sun.org.apache.xerces.internal.impl.xs.util.XSObjectListImpl
    unless-extended: ['java.util.AbstractList#listIterator']
    does-not-retain: receiver
    calls-back: *wrapped
    result-calls-back: *elements
    because: as iterator(); AbstractList returns what listIterator(int) returns
  - calls: java.util.List.listIterator(int)
    returns: fresh
    except:
      - com.sun.tools.javac.util.List
      - com.sun.org.apache.xerces.internal.impl.xs.util.XSObjectListImpl
    does-not-retain: receiver
    calls-back: *wrapped
    result-calls-back: *elements
    because: as iterator(); only two lists inside the JDK share an iterator
  - calls: [java.util.Hashtable.keys(), java.util.Hashtable.elements()]
    returns: fresh
    except: [java.util.Hashtable]
    does-not-retain: receiver
    calls-back: *wrapped
    result-calls-back: *elements
    because: as iterator(); an empty table hands out the one empty enumeration
  - calls: java.util.Vector.elements()
    returns: fresh
    does-not-retain: receiver
    calls-back: *wrapped
    result-calls-back: *elements
    because: the enumeration is created by the call and keeps its vector to itself
  - calls: java.util.Deque.descendingIterator()
    returns: fresh
    does-not-retain: receiver
    calls-back: *wrapped
    result-calls-back: *elements
    because: every implementation creates its iterator, which keeps its collection to itself
  - calls:
      - java.util.Collections.emptyIterator()
      - java.util.Collections.emptyListIterator()
      - java.util.Collections.emptyEnumeration()
    returns: fresh
    except: [java.util.Collections]
    calls-back: never
    result-calls-back: never
    because: one object, which the runtime makes no slice for
  - calls: java.lang.Iterable.iterator()
    does-not-retain: receiver
    because: an iterator never hands out what it iterates over, only its elements
  - calls:
      - java.util.Iterator.hasNext()
      - java.util.Iterator.next()
      - java.util.Iterator.remove()
      - java.util.Iterator.forEachRemaining(..)
      - java.util.ListIterator.hasPrevious()
      - java.util.ListIterator.previous()
      - java.util.ListIterator.nextIndex()
      - java.util.ListIterator.previousIndex()
      - java.util.ListIterator.set(Object)
      - java.util.ListIterator.add(Object)
      - java.util.Enumeration.hasMoreElements()
      - java.util.Enumeration.nextElement()
    does-not-retain: receiver
    because: >-
      an iterator never stores itself; what it calls back is not bounded here, because the iterator of a stream runs
      the stream (an iterator that comes from a collection has its own bound, see Collection.iterator())
  # Reading and updating collections. Elements are retained, the collection is not.
  - calls:
      - java.util.Collection.contains(Object)
      - java.util.Collection.containsAll(java.util.Collection)
      - java.util.Collection.remove(Object)
      - java.util.Collection.removeAll(java.util.Collection)
      - java.util.Collection.retainAll(java.util.Collection)
      - java.util.Collection.equals(Object)
      - java.util.Collection.hashCode()
      - java.util.List.indexOf(Object)
      - java.util.List.lastIndexOf(Object)
      - java.util.List.remove(int)
      - java.util.List.get(int)
      - java.util.Deque.removeFirstOccurrence(Object)
      - java.util.Deque.removeLastOccurrence(Object)
    does-not-retain: anything
    calls-back: *elements
    because: compares elements with equals, hashCode or an order; arguments are looked at, not stored
  - calls: java.util.Collection.toString()
    does-not-retain: receiver
    calls-back: [java.lang.Object#toString, java.util.Collection, java.util.Map, java.util.Map$Entry, java.util.Iterator, java.lang.Comparable, java.util.Comparator]
    because: asks the elements for their text
  - calls:
      - java.util.Collection.add(Object)
      - java.util.Collection.addAll(java.util.Collection)
      - java.util.List.add(int, Object)
      - java.util.List.addAll(int, java.util.Collection)
      - java.util.List.set(int, Object)
      - java.util.Queue.offer(Object)
      - java.util.Queue.poll()
      - java.util.Queue.peek()
      - java.util.Queue.element()
      - java.util.Queue.remove()
      - java.util.Deque.addFirst(Object)
      - java.util.Deque.addLast(Object)
      - java.util.Deque.offerFirst(Object)
      - java.util.Deque.offerLast(Object)
      - java.util.Deque.removeFirst()
      - java.util.Deque.removeLast()
      - java.util.Deque.pollFirst()
      - java.util.Deque.pollLast()
      - java.util.Deque.getFirst()
      - java.util.Deque.getLast()
      - java.util.Deque.peekFirst()
      - java.util.Deque.peekLast()
      - java.util.Deque.push(Object)
      - java.util.Deque.pop()
      - java.util.Vector.addElement(Object)
      - java.util.Vector.insertElementAt(Object, int)
      - java.util.Vector.setElementAt(Object, int)
      - java.util.Vector.elementAt(int)
      - java.util.Vector.firstElement()
      - java.util.Vector.lastElement()
      - java.util.Vector.removeElement(Object)
      - java.util.Vector.removeElementAt(int)
      - java.util.Vector.removeAllElements()
      - java.util.Stack.push(Object)
      - java.util.Stack.pop()
      - java.util.Stack.peek()
      - java.util.Stack.empty()
      - java.util.ArrayList.ensureCapacity(int)
      - java.util.ArrayList.trimToSize()
    does-not-retain: receiver
    calls-back: *elements
    because: elements go into or out of the collection, which is not given to anybody
  - calls: [java.util.Collection.addAll(java.util.Collection)]
    does-not-retain: argument 0
    because: the elements are copied, not the collection that holds them
  - calls: ["java.util.List.addAll(int, java.util.Collection)"]
    does-not-retain: argument 1
    because: the elements are copied, not the collection that holds them
  - calls: java.util.Collection.clear()
    does-not-retain: receiver
    calls-back: *elements
    because: drops the elements; AbstractCollection does it with the iterator of its subclass
  - calls: java.util.Collection.toArray()
    does-not-retain: receiver
    calls-back: *wrapped
    because: copies the elements into an array
  - calls: ["java.util.Collection.toArray(Object[])"]
    does-not-retain: receiver
    because: copies the elements into an array
  - calls: [java.util.Collection.stream(), java.util.Collection.parallelStream()]
    does-not-retain: receiver
    calls-back:
      - java.util.Spliterator
      - java.util.Collection
      - java.util.Map
      - java.util.Map$Entry
      - java.util.Iterator
      - java.lang.Comparable
      - java.util.Comparator
    because: a stream hands out the elements of its source, never the source; nothing runs before its last operation
  - calls: java.util.Collection.removeIf(java.util.function.Predicate)
    does-not-retain: anything
    calls-back:
      - java.util.function.Predicate
      - java.util.Collection
      - java.util.Map
      - java.util.Map$Entry
      - java.util.Iterator
      - java.lang.Object#equals
      - java.lang.Object#hashCode
      - java.lang.Comparable
      - java.util.Comparator
      - java.util.concurrent.Delayed
    because: shows elements to the predicate, and nothing is stored
  - calls: java.lang.Iterable.forEach(java.util.function.Consumer)
    does-not-retain: anything
    because: shows elements to the action, and nothing is stored
  - calls: java.util.Collection.forEach(java.util.function.Consumer)
    calls-back: [java.util.function.Consumer, java.util.stream.Sink, java.util.Collection, java.util.Map, java.util.Map$Entry, java.util.Iterator, java.lang.Comparable, java.util.Comparator]
    because: shows elements to the action, which may be one of a stream
  - calls: [java.util.List.sort(java.util.Comparator), java.util.Collections.sort(..)]
    does-not-retain: anything
    calls-back: *elements
    because: compares elements by the order given or their own, and keeps neither list nor order
  - calls:
      - java.util.Collections.reverse(java.util.List)
      - java.util.Collections.swap(java.util.List, int, int)
      - java.util.Collections.shuffle(java.util.List)
      - java.util.Collections.min(..)
      - java.util.Collections.max(..)
      - java.util.Collections.frequency(..)
      - java.util.Collections.binarySearch(..)
      - java.util.Collections.disjoint(..)
    does-not-retain: anything
    calls-back: *elements
    because: works on elements in place, and keeps nothing
  - calls: java.util.Collections.addAll(java.util.Collection, Object[])
    does-not-retain: argument 0
    calls-back: *elements
    because: adds the elements of the array to the collection

  # Maps.
  - calls:
      - java.util.Map.size()
      - java.util.Map.isEmpty()
      - java.util.Map.keySet()
      - java.util.Map.values()
      - java.util.Map.entrySet()
    does-not-retain: receiver
    calls-back: *wrapped
    because: the views of a map are cached in it, so they are not fresh, and they do not hand out the map
  - calls:
      - java.util.Map.getOrDefault(Object, Object)
      - java.util.Map.put(Object, Object)
      - java.util.Map.putIfAbsent(Object, Object)
      - java.util.Map.putAll(java.util.Map)
      - java.util.Map.clear()
      - java.util.Map.replace(..)
      - java.util.Map.equals(Object)
      - java.util.Map.hashCode()
    does-not-retain: receiver
    calls-back: *elements
    because: >-
      keys are compared with equals, hashCode or an order; LinkedHashMap also calls removeEldestEntry of a subclass,
      which is a method of a Map
  - calls:
      - java.util.Map.containsKey(Object)
      - java.util.Map.containsValue(Object)
      - java.util.Map.remove(Object)
      - java.util.Map.remove(Object, Object)
      - java.util.Map.get(Object)
    does-not-retain: anything
    calls-back: *elements
    because: keys and values are looked for, not stored
  - calls: java.util.Map.putAll(java.util.Map)
    does-not-retain: argument 0
    because: the entries are copied, not the map that holds them
  - calls: [java.util.Map$Entry.getKey(), java.util.Map$Entry.getValue(), java.util.Map$Entry.setValue(Object)]
    does-not-retain: receiver
    calls-back: *elements
    because: reads or writes the entry, through the map where the entry is a view

  # Constructors.
  - calls:
      - java.lang.Object.new()
      - java.lang.Record.new()
      - java.util.ArrayList.new()
      - java.util.ArrayList.new(int)
      - java.util.LinkedList.new()
      - java.util.ArrayDeque.new()
      - java.util.ArrayDeque.new(int)
      - java.util.Vector.new()
      - java.util.Vector.new(int)
      - java.util.Vector.new(int, int)
      - java.util.Stack.new()
      - java.util.HashSet.new()
      - java.util.HashSet.new(int)
      - java.util.HashSet.new(int, float)
      - java.util.LinkedHashSet.new()
      - java.util.LinkedHashSet.new(int)
      - java.util.TreeSet.new()
      - java.util.PriorityQueue.new()
      - java.util.PriorityQueue.new(int)
      - java.util.HashMap.new()
      - java.util.HashMap.new(int)
      - java.util.HashMap.new(int, float)
      - java.util.LinkedHashMap.new()
      - java.util.LinkedHashMap.new(int)
      - java.util.LinkedHashMap.new(int, float)
      - java.util.LinkedHashMap.new(int, float, boolean)
      - java.util.TreeMap.new()
      - java.util.Hashtable.new()
      - java.util.Hashtable.new(int)
      - java.util.IdentityHashMap.new()
      - java.util.WeakHashMap.new()
      - java.util.Properties.new()
      - java.util.concurrent.ConcurrentHashMap.new()
      - java.util.concurrent.CopyOnWriteArrayList.new()
      - java.util.concurrent.ConcurrentLinkedQueue.new()
    does-not-retain: anything
    calls-back: never
    because: an empty collection sets its own fields
  - calls: [java.util.TreeSet.new(java.util.Comparator), java.util.TreeMap.new(java.util.Comparator)]
    does-not-retain: receiver
    calls-back: never
    because: keeps the order, which Comparator comparator() hands out again
  - calls: java.util.EnumMap.new(java.lang.Class)
    does-not-retain: anything
    because: asks the class for its constants, whose making may run anything, and knows of no map
  - calls:
      - java.util.ArrayList.new(java.util.Collection)
      - java.util.LinkedList.new(java.util.Collection)
      - java.util.ArrayDeque.new(java.util.Collection)
      - java.util.Vector.new(java.util.Collection)
      - java.util.HashSet.new(java.util.Collection)
      - java.util.LinkedHashSet.new(java.util.Collection)
      - java.util.TreeSet.new(java.util.Collection)
      - java.util.HashMap.new(java.util.Map)
      - java.util.LinkedHashMap.new(java.util.Map)
      - java.util.TreeMap.new(java.util.Map)
    does-not-retain: anything
    calls-back: *elements
    because: the elements are copied, not the collection that holds them
  - calls:
${listed(confiningConstructors)}
    does-not-retain: receiver
    because: hands the object that it makes to nobody

  # Text and numbers.
  - calls:
      - java.lang.StringBuilder.new()
      - java.lang.StringBuilder.new(int)
      - java.lang.StringBuilder.new(String)
      - java.lang.StringBuffer.new()
      - java.lang.StringBuffer.new(int)
      - java.lang.StringBuffer.new(String)
    does-not-retain: anything
    calls-back: never
    because: copies characters into an array of its own
  - calls:
      - java.lang.StringBuilder.append(boolean)
      - java.lang.StringBuilder.append(char)
      - java.lang.StringBuilder.append(char[])
      - java.lang.StringBuilder.append(int)
      - java.lang.StringBuilder.append(long)
      - java.lang.StringBuilder.append(float)
      - java.lang.StringBuilder.append(double)
      - java.lang.StringBuilder.append(String)
      - java.lang.StringBuilder.insert(int, String)
      - java.lang.StringBuilder.insert(int, char)
      - java.lang.StringBuilder.deleteCharAt(int)
      - java.lang.StringBuilder.reverse()
      - java.lang.StringBuffer.append(boolean)
      - java.lang.StringBuffer.append(char)
      - java.lang.StringBuffer.append(char[])
      - java.lang.StringBuffer.append(int)
      - java.lang.StringBuffer.append(long)
      - java.lang.StringBuffer.append(float)
      - java.lang.StringBuffer.append(double)
      - java.lang.StringBuffer.append(String)
    returns: receiver
    does-not-retain: anything
    calls-back: never
    because: copies characters and returns this
  - calls:
      - java.lang.StringBuilder.appendCodePoint(int)
      - java.lang.StringBuilder.delete(int, int)
      - java.lang.StringBuilder.replace(int, int, String)
      - java.lang.StringBuffer.appendCodePoint(int)
      - java.lang.StringBuffer.delete(int, int)
      - java.lang.StringBuffer.replace(int, int, String)
    returns: receiver
    does-not-retain: anything
    calls-back: never
    because: changes its own characters and returns this
  - calls:
      - java.lang.StringBuilder.append(..)
      - java.lang.StringBuilder.insert(..)
      - java.lang.StringBuffer.append(..)
      - java.lang.StringBuffer.insert(..)
    returns: receiver
    does-not-retain: anything
    because: copies characters, of arguments as of their text, and returns this
  - calls: [java.lang.StringBuilder.append(Object), java.lang.StringBuffer.append(Object)]
    returns: receiver
    does-not-retain: anything
    calls-back: [java.lang.Object#toString]
    because: appends what String.valueOf says of the object
  - calls: java.lang.Object.equals(Object)
    does-not-retain: anything
    because: compares what the two contain
  - calls:
      - java.lang.StringBuilder.length()
      - java.lang.StringBuilder.charAt(int)
      - java.lang.StringBuilder.setLength(int)
      - java.lang.StringBuilder.setCharAt(int, char)
      - java.lang.StringBuilder.substring(..)
      - java.lang.StringBuilder.subSequence(int, int)
      - java.lang.StringBuilder.indexOf(..)
      - java.lang.StringBuilder.lastIndexOf(..)
      - java.lang.StringBuilder.capacity()
      - java.lang.StringBuilder.ensureCapacity(int)
      - java.lang.StringBuilder.trimToSize()
      - java.lang.StringBuilder.codePointAt(int)
      - java.lang.StringBuilder.toString()
      - java.lang.StringBuffer.length()
      - java.lang.StringBuffer.charAt(int)
      - java.lang.StringBuffer.setLength(int)
      - java.lang.StringBuffer.setCharAt(int, char)
      - java.lang.StringBuffer.substring(..)
      - java.lang.StringBuffer.subSequence(int, int)
      - java.lang.StringBuffer.indexOf(..)
      - java.lang.StringBuffer.lastIndexOf(..)
      - java.lang.StringBuffer.capacity()
      - java.lang.StringBuffer.ensureCapacity(int)
      - java.lang.StringBuffer.trimToSize()
      - java.lang.StringBuffer.codePointAt(int)
      - java.lang.StringBuffer.toString()
    does-not-retain: receiver
    calls-back: never
    because: reads or cuts its own characters
  - calls:
      - java.lang.String.length()
      - java.lang.String.isEmpty()
      - java.lang.String.charAt(int)
      - java.lang.String.equals(Object)
      - java.lang.String.equalsIgnoreCase(String)
      - java.lang.String.compareTo(String)
      - java.lang.String.hashCode()
      - java.lang.String.indexOf(..)
      - java.lang.String.lastIndexOf(..)
      - java.lang.String.startsWith(..)
      - java.lang.String.endsWith(..)
      - java.lang.String.substring(..)
      - java.lang.String.concat(String)
      - java.lang.String.trim()
      - java.lang.String.replace(char, char)
      - java.lang.String.toCharArray()
      - java.lang.String.intern()
      - java.lang.String.valueOf(int)
      - java.lang.String.valueOf(long)
      - java.lang.String.valueOf(char)
      - java.lang.String.valueOf(boolean)
      - java.lang.String.valueOf(double)
      - java.lang.String.valueOf(float)
    calls-back: never
    because: String is final and works on characters (equals asks only other strings for theirs)
  - calls:
      - java.lang.String.toLowerCase(..)
      - java.lang.String.toUpperCase(..)
      - java.lang.String.split(..)
      - java.lang.String.matches(String)
    calls-back: [java.text.BreakIterator, java.util.spi.LocaleServiceProvider]
    because: >-
      a sigma is another letter at the end of a word, which a provider finds; a regular expression has names of properties in small
      letters
  - calls: java.lang.String.equals(Object)
    does-not-retain: anything
    because: a string compares itself with strings only
  - calls: java.lang.String.valueOf(Object)
    calls-back: [java.lang.Object#toString]
    because: asks the object for its text, which may be the object itself
  - calls:
      - java.lang.Math.*(..)
      - java.lang.StrictMath.*(..)
      - java.lang.Character.is*(char)
      - java.lang.Character.is*(int)
      - java.lang.Character.to*Case(char)
      - java.lang.Character.to*Case(int)
      - java.lang.Character.getNumericValue(char)
      - java.lang.Character.digit(char, int)
      - java.lang.Character.valueOf(char)
      - java.lang.Character.charValue()
      - java.lang.Boolean.valueOf(boolean)
      - java.lang.Boolean.booleanValue()
      - java.lang.Byte.valueOf(byte)
      - java.lang.Byte.byteValue()
      - java.lang.Short.valueOf(short)
      - java.lang.Short.shortValue()
      - java.lang.Integer.valueOf(int)
      - java.lang.Integer.valueOf(String)
      - java.lang.Integer.parseInt(String)
      - java.lang.Integer.parseInt(String, int)
      - java.lang.Integer.toString(int)
      - java.lang.Integer.toHexString(int)
      - java.lang.Integer.compare(int, int)
      - java.lang.Integer.intValue()
      - java.lang.Integer.doubleValue()
      - java.lang.Integer.toString()
      - java.lang.Integer.hashCode()
      - java.lang.Integer.equals(Object)
      - java.lang.Long.valueOf(long)
      - java.lang.Long.parseLong(String)
      - java.lang.Long.toString(long)
      - java.lang.Long.longValue()
      - java.lang.Float.valueOf(float)
      - java.lang.Float.parseFloat(String)
      - java.lang.Float.floatValue()
      - java.lang.Float.floatToIntBits(float)
      - java.lang.Double.valueOf(double)
      - java.lang.Double.parseDouble(String)
      - java.lang.Double.doubleValue()
      - java.lang.Double.doubleToLongBits(double)
      - java.lang.Double.isNaN(double)
    calls-back: never
    because: final classes, and methods whose arguments are numbers, characters and strings
  - calls:
      - java.lang.System.currentTimeMillis()
      - java.lang.System.nanoTime()
      - java.lang.System.identityHashCode(Object)
      - java.lang.System.arraycopy(..)
      - java.lang.Object.getClass()
      - java.lang.Thread.currentThread()
      - java.lang.Enum.ordinal()
      - java.lang.Enum.name()
      - java.lang.Class.getName()
      - java.lang.Class.getSimpleName()
      - java.lang.Class.isInstance(Object)
      - java.lang.Class.desiredAssertionStatus()
    calls-back: never
    because: implemented by the JVM, or a final method that reads a field
  - calls:
      - java.lang.System.identityHashCode(Object)
      - java.lang.Object.getClass()
      - java.lang.Class.isInstance(Object)
    does-not-retain: anything
    because: looks at the header of the object only
  - calls: ["java.util.Objects.requireNonNull(Object)", "java.util.Objects.requireNonNull(Object, String)"]
    returns: argument 0
    does-not-retain: anything
    calls-back: never
    because: tests for null and returns its argument
  - calls: [java.util.Objects.equals(..), java.util.Objects.hashCode(Object)]
    does-not-retain: anything
    calls-back: [java.lang.Object#equals, java.lang.Object#hashCode]
    because: asks the object itself

  # Text.
  - calls:
      - java.util.StringTokenizer.new(..)
      - java.util.StringTokenizer.hasMoreTokens()
      - java.util.StringTokenizer.hasMoreElements()
      - java.util.StringTokenizer.nextToken(..)
      - java.util.StringTokenizer.nextElement()
      - java.util.StringTokenizer.countTokens()
    does-not-retain: receiver
    because: keeps strings and positions, and hands itself to nobody
  - calls: java.util.regex.Pattern.matcher(CharSequence)
    returns: fresh
    because: the matcher is created by the call, and nobody else gets it
  - calls:
      - java.util.regex.Matcher.find(..)
      - java.util.regex.Matcher.matches()
      - java.util.regex.Matcher.lookingAt()
      - java.util.regex.Matcher.group(..)
      - java.util.regex.Matcher.groupCount()
      - java.util.regex.Matcher.start(..)
      - java.util.regex.Matcher.end(..)
      - java.util.regex.Matcher.hitEnd()
      - java.util.regex.Matcher.replaceAll(String)
      - java.util.regex.Matcher.replaceFirst(String)
    does-not-retain: receiver
    because: reads the characters that it was made with, which are not told about it, and returns strings, numbers and answers

  # Streams of java.util.stream.${streamFacts}

  # Methods that keep their receiver to themselves.
  - calls:
${listed(confiningMethods)}
    does-not-retain: receiver
    because: works on the object, and hands it to nobody
  - calls:
${listed(returningMethods)}
    returns: receiver
    does-not-retain: receiver
    because: works on the object, and returns it

  # Streams of bytes and characters.${inputOutputFacts}
`;

let facts: FactsFile | undefined;

/** The facts about the Java class library; parsed once, and in `dist` by the build (scripts/build.mjs). */
export function javaClassLibraryFacts(): FactsFile {
  facts ??= readFactsFile(text, 'java-class-library.yaml');
  return facts;
}

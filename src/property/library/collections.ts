/** Collections, maps and their views. Each text is a `.mop` file of its own. */
export const collectionProperties: Readonly<Record<string, string>> = {
  Collections_SynchronizedCollection: `
import java.lang.ref.WeakReference;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;

/**
 * A synchronized collection must be locked while it is iterated over.
 *
 * @severity error
 * @precision medium
 * @consequence Another thread's update in between makes the iterator fail or return wrong elements. A
 *   collection that one thread alone uses is reported too.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/util/Collections.html#synchronizedCollection(java.util.Collection)
 * @group collections, threads
 * @wrong
 *   Collection<Job> jobs = Collections.synchronizedList(list); for (Job job : jobs) run(job);
 * @right
 *   synchronized (jobs) { for (Job job : jobs) run(job); }
 */
Collections_SynchronizedCollection(Collection c, Iterator i) {
  WeakReference<Collection> lock;

  static boolean isHeld(WeakReference<?> lock) {
    Object held = lock.get();
    return held != null && Thread.holdsLock(held);
  }

  creation event sync after() returning(Collection c) :
    call(* Collections.synchronizedCollection(..)) || call(* Collections.synchronizedSet(..))
      || call(* Collections.synchronizedSortedSet(..)) || call(* Collections.synchronizedNavigableSet(..))
      || call(* Collections.synchronizedList(..)) {
    lock = new WeakReference<Collection>(c);
  }
  event syncCreateIter after(Collection c) returning(Iterator i) :
    call(* Collection+.iterator()) && target(c) && condition(Thread.holdsLock(c)) { }
  event asyncCreateIter after(Collection c) returning(Iterator i) :
    call(* Collection+.iterator()) && target(c) && condition(!Thread.holdsLock(c)) { }
  event accessIter before(Iterator i) :
    call(* Iterator+.*(..)) && !call(* Object.*(..)) && target(i)
      && condition(lock != null && !isHeld(lock)) { }

  ere : sync+ (asyncCreateIter | syncCreateIter accessIter)

  @match { System.err.println("a synchronized collection was iterated over without holding its lock"); }
}`,

  Collections_SynchronizedMap: `
import java.lang.ref.WeakReference;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;

/**
 * A synchronized map must be locked while one of its views is iterated over.
 *
 * @severity error
 * @precision medium
 * @consequence Another thread's update in between makes the iterator fail or return wrong elements. The lock
 *   is the map's, not the view's. A map that one thread alone uses is reported too.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/util/Collections.html#synchronizedMap(java.util.Map)
 * @group collections, threads
 * @wrong
 *   Set<String> keys = map.keySet(); synchronized (keys) { for (String key : keys) use(key); }
 * @right
 *   Set<String> keys = map.keySet(); synchronized (map) { for (String key : keys) use(key); }
 */
Collections_SynchronizedMap(Map m, Collection c, Iterator i) {
  WeakReference<Map> lock;

  static boolean isHeld(WeakReference<?> lock) {
    Object held = lock.get();
    return held != null && Thread.holdsLock(held);
  }

  creation event sync after() returning(Map m) :
    call(* Collections.synchronizedMap(..)) || call(* Collections.synchronizedSortedMap(..))
      || call(* Collections.synchronizedNavigableMap(..)) {
    lock = new WeakReference<Map>(m);
  }
  event createSet after(Map m) returning(Collection c) :
    (call(* Map+.keySet()) || call(* Map+.entrySet()) || call(* Map+.values()) || call(* Map+.sequenced*())
      || call(* NavigableMap+.*KeySet())) && target(m) { }
  event syncCreateIter after(Collection c) returning(Iterator i) :
    call(* Collection+.iterator()) && target(c) && condition(lock != null && isHeld(lock)) { }
  event asyncCreateIter after(Collection c) returning(Iterator i) :
    call(* Collection+.iterator()) && target(c) && condition(lock != null && !isHeld(lock)) { }
  event accessIter before(Iterator i) :
    call(* Iterator+.*(..)) && !call(* Object.*(..)) && target(i)
      && condition(lock != null && !isHeld(lock)) { }

  ere : sync+ createSet+ (asyncCreateIter | syncCreateIter accessIter)

  @match { System.err.println("a view of a synchronized map was iterated over without holding the map's lock"); }
}`,

  List_UnsynchronizedSubList: `
import java.util.Collection;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.Vector;

/**
 * A list must not be changed in size while one of its sub-lists is in use, except through that sub-list.
 *
 * @severity error
 * @precision high
 * @consequence Every later use of the sub-list throws ConcurrentModificationException, or sees other elements.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/util/List.html#subList(int,int)
 * @group collections
 * @wrong
 *   List<String> head = lines.subList(0, 2); lines.add("end"); head.size();
 * @right
 *   List<String> head = new ArrayList<>(lines.subList(0, 2)); lines.add("end"); head.size();
 */
List_UnsynchronizedSubList(List b, List s) {
  creation event createsublist after(List b) returning(List s) : call(* List+.subList(..)) && target(b) { }
  // Sub-lists of the program's own make, and their iterators, change the list themselves.
  event modifybackinglist after(List b) returning :
    (call(* Collection+.add*(..)) || call(* Collection+.remove*(..)) || call(* Collection+.clear())
      || call(* Collection+.retainAll(..)) || call(* Queue+.offer*(..)) || call(* Queue+.poll*(..))
      || call(* Deque+.push(..)) || call(* Deque+.pop()) || call(* Vector+.insertElementAt(..))
      || call(* Vector+.setSize(..))) && !within(List+) && !within(Iterator+) && target(b) { }
  event usesublist before(List s) : call(* Collection+.*(..)) && !call(* Object.getClass()) && target(s) { }

  ere : createsublist usesublist* modifybackinglist+ usesublist

  @match { System.err.println("the list was changed after this sub-list of it was made"); }
}`,

  Map_CollectionViewAdd: `
import java.util.Collection;
import java.util.Map;
import java.util.NavigableMap;

/**
 * Nothing can be added to the key set, the values or the entry set of a map.
 *
 * @severity error
 * @precision medium
 * @consequence add() throws UnsupportedOperationException. A map of the program's own make may let its views
 *   take elements, against what Map says: that is reported, too, and so is addAll() of an empty collection.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/util/Map.html#keySet()
 * @group collections
 * @wrong
 *   map.keySet().add("x");
 * @right
 *   map.put("x", value);
 */
Map_CollectionViewAdd(Map m, Collection c) {
  creation event getset after(Map m) returning(Collection c) :
    (call(* Map+.keySet()) || call(* Map+.entrySet()) || call(* Map+.values()) || call(* Map+.sequenced*())
      || call(* NavigableMap+.*KeySet())) && target(m) { }
  event add before(Collection c) : call(* Collection+.add*(..)) && target(c) { }

  ere : getset (getset | add)* add

  @match { System.err.println("an element was added to a view of a map"); }
}`,

  Collections_UnmodifiableUpdate: `
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.stream.Stream;

/**
 * An unmodifiable collection or map must not be updated.
 *
 * @severity error
 * @precision high
 * @consequence The call throws UnsupportedOperationException. A stream of the program's own make may hand out a list of
 *   another kind, against what Stream says: that is reported, too.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/util/Collections.html#unmodifiableCollection(java.util.Collection)
 * @group collections
 * @wrong
 *   List<String> names = List.of("a", "b"); names.add("c");
 * @right
 *   List<String> names = new ArrayList<>(List.of("a", "b")); names.add("c");
 */
Collections_UnmodifiableUpdate(Object c) {
  creation event create after() returning(Object c) :
    call(* Collections.unmodifiable*(..)) || call(* List.of(..)) || call(* Set.of(..)) || call(* Map.of*(..))
      || call(* List.copyOf(..)) || call(* Set.copyOf(..)) || call(* Map.copyOf(..)) || call(Map System.getenv())
      || call(* Stream+.toList()) { }
  event update before(Object c) :
    (call(* Collection+.add*(..)) || call(* Collection+.remove*(..)) || call(* Collection+.retainAll(..))
      || call(* Collection+.clear()) || call(* List+.set(..)) || call(* List+.replaceAll(..)) || call(* List+.sort(..))
      || call(* NavigableSet+.poll*()) || call(* Map+.put*(..)) || call(* Map+.remove(..)) || call(* Map+.clear())
      || call(* Map+.replace*(..)) || call(* Map+.compute*(..)) || call(* Map+.merge(..))
      || call(* Map+.poll*())) && target(c) { }
  event update before(Object c) : call(* Collections.sort(..)) && args(c, ..) { }

  ere : create (create | update)* update

  @match { System.err.println("an unmodifiable collection or map was updated"); }
}`,

  Arrays_AsListResize: `
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;

/**
 * The list of Arrays.asList() has the size of its array: nothing can be added to it or removed from it.
 *
 * @severity error
 * @precision high
 * @consequence The call throws UnsupportedOperationException. What changes nothing, addAll() of an empty collection and
 *   clear() of an empty list, is reported, too; removing what is named (removeAll() and its like), which fails only if
 *   there is such an element, is not.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/util/Arrays.html#asList(T...)
 * @group collections
 * @wrong
 *   List<String> names = Arrays.asList("a", "b"); names.add("c");
 * @right
 *   List<String> names = new ArrayList<>(Arrays.asList("a", "b")); names.add("c");
 */
Arrays_AsListResize(List l) {
  creation event create after() returning(List l) : call(* Arrays.asList(..)) { }
  event resize before(List l) :
    (call(* Collection+.add*(..)) || call(* List+.remove(int)) || call(* Collection+.removeFirst())
      || call(* Collection+.removeLast()) || call(* Collection+.clear())) && target(l) { }
  event resize before(List l) : call(* Collections.addAll(..)) && args(l, ..) { }

  ere : create (create | resize)* resize

  @match { System.err.println("the list of Arrays.asList() was changed in size"); }
}`,

  Collections_NewSetFromMap: `
import java.util.Collections;
import java.util.Map;

/**
 * The map given to Collections.newSetFromMap() must be empty, and must not be used directly afterwards.
 *
 * @severity error
 * @precision high
 * @consequence newSetFromMap() throws IllegalArgumentException, or the set changes behind its users' backs.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/util/Collections.html#newSetFromMap(java.util.Map)
 * @group collections
 * @wrong
 *   Set<String> set = Collections.newSetFromMap(map); map.put("x", true);
 * @right
 *   Set<String> set = Collections.newSetFromMap(new ConcurrentHashMap<>());
 */
Collections_NewSetFromMap(Map map) {
  creation event create before(Map map) :
    call(* Collections.new*SetFromMap(Map+)) && args(map) && condition(map.isEmpty()) { }
  creation event bad_create before(Map map) :
    call(* Collections.new*SetFromMap(Map+)) && args(map) && condition(!map.isEmpty()) { }
  event access before(Map map) :
    call(* Map+.*(..)) && !call(* Object.getClass()) && !within(Map+) && target(map) { }

  ere : bad_create | create access

  @match { System.err.println("a map that backs a set was not empty, or was used directly"); }
}`,

  Collections_SortBeforeBinarySearch: `
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.Vector;

/**
 * A list must be sorted, in the order that binarySearch() is told, when binarySearch() is called.
 *
 * @severity error
 * @precision medium
 * @consequence The result is undefined. Lists whose order nobody established in view of rrv are left alone, and
 *   so are insertions at an index, which may be those that keep the list sorted. A comparator that orders like compareTo()
 *   is taken for another order.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/util/Collections.html#binarySearch(java.util.List,T)
 * @group collections
 * @wrong
 *   Collections.sort(names); names.add("first"); Collections.binarySearch(names, key);
 * @right
 *   names.add("first"); Collections.sort(names); Collections.binarySearch(names, key);
 */
Collections_SortBeforeBinarySearch(List l) {
  creation event sort before(List l) : call(* Collections.sort(List)) && args(l) { }
  // Without a comparator, null, the order is the natural one.
  creation event sort before(List l, Comparator c) :
    call(* Collections.sort(List, Comparator)) && args(l, c) && condition(c == null) { }
  creation event sort before(List l, Comparator c) :
    call(* List+.sort(Comparator)) && target(l) && args(c) && condition(c == null) { }
  creation event sortBy before(List l, Comparator c) :
    call(* Collections.sort(List, Comparator)) && args(l, c) && condition(c != null) { }
  creation event sortBy before(List l, Comparator c) :
    call(* List+.sort(Comparator)) && target(l) && args(c) && condition(c != null) { }
  event modify before(List l) :
    (call(* Collection+.add(Object)) || call(* Collection+.addAll(Collection)) || call(* Collection+.addLast(..))
      || call(* Queue+.offer(..)) || call(* Queue+.offerLast(..)) || call(* List+.set(int, Object))
      || call(* List+.replaceAll(..)) || call(* Vector+.addElement(..)) || call(* Vector+.setElementAt(..)))
      && target(l) { }
  event modify before(List l) :
    (call(* Collections.shuffle(..)) || call(* Collections.reverse(..)) || call(* Collections.swap(..))
      || call(* Collections.rotate(..)) || call(* Collections.addAll(..)) || call(* Collections.copy(..))
      || call(* Collections.replaceAll(..))) && args(l, ..) { }
  event search before(List l) : call(* Collections.binarySearch(List, Object)) && args(l, ..) { }
  event search before(List l, Comparator c) :
    call(* Collections.binarySearch(List, Object, Comparator)) && args(l, *, c) && condition(c == null) { }
  event searchBy before(List l, Comparator c) :
    call(* Collections.binarySearch(List, Object, Comparator)) && args(l, *, c) && condition(c != null) { }

  fsm :
    unknown [ sort -> natural sortBy -> ordered modify -> unknown search -> unknown searchBy -> unknown ]
    natural [ sort -> natural sortBy -> ordered modify -> mixed search -> natural searchBy -> unsorted ]
    ordered [ sort -> natural sortBy -> ordered modify -> mixed search -> unsorted searchBy -> ordered ]
    mixed [ sort -> natural sortBy -> ordered modify -> mixed search -> unsorted searchBy -> unsorted ]
    unsorted [ sort -> natural sortBy -> ordered modify -> mixed search -> unsorted searchBy -> unsorted ]

  @unsorted { System.err.println("binarySearch() was called on a list that is not sorted in that order"); }
}`,

  Arrays_SortBeforeBinarySearch: `
import java.util.Arrays;
import java.util.Comparator;

/**
 * An array must be sorted in the order that binarySearch() is told.
 *
 * @severity error
 * @precision medium
 * @consequence The result is undefined. Only a different order is found: stores into arrays are no events, and
 *   arrays that were never sorted in view of rrv may be sorted tables. A comparator that orders like compareTo()
 *   is taken for another order.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/util/Arrays.html#binarySearch(java.lang.Object[],java.lang.Object)
 * @group collections
 * @wrong
 *   Arrays.sort(names, String.CASE_INSENSITIVE_ORDER); Arrays.binarySearch(names, key);
 * @right
 *   Arrays.sort(names); Arrays.binarySearch(names, key);
 */
Arrays_SortBeforeBinarySearch(Object[] a) {
  creation event sort before(Object[] a) :
    (call(* Arrays.sort(Object[])) || call(* Arrays.sort(Object[], int, int)) || call(* Arrays.parallelSort(Comparable[]))
      || call(* Arrays.parallelSort(Comparable[], int, int))) && args(a, ..) { }
  // Without a comparator, null, the order is the natural one.
  creation event sort before(Object[] a, Comparator c) :
    (call(* Arrays.*ort(Object[], Comparator)) || call(* Arrays.*ort(Object[], int, int, Comparator))) && args(a, .., c)
      && condition(c == null) { }
  creation event sortBy before(Object[] a, Comparator c) :
    (call(* Arrays.*ort(Object[], Comparator)) || call(* Arrays.*ort(Object[], int, int, Comparator))) && args(a, .., c)
      && condition(c != null) { }
  event search before(Object[] a) :
    (call(* Arrays.binarySearch(Object[], Object)) || call(* Arrays.binarySearch(Object[], int, int, Object)))
      && args(a, ..) { }
  event search before(Object[] a, Comparator c) :
    (call(* Arrays.binarySearch(Object[], Object, Comparator))
      || call(* Arrays.binarySearch(Object[], int, int, Object, Comparator))) && args(a, .., c) && condition(c == null) { }
  event searchBy before(Object[] a, Comparator c) :
    (call(* Arrays.binarySearch(Object[], Object, Comparator))
      || call(* Arrays.binarySearch(Object[], int, int, Object, Comparator))) && args(a, .., c) && condition(c != null) { }

  fsm :
    unknown [ sort -> natural sortBy -> ordered search -> unknown searchBy -> unknown ]
    natural [ sort -> natural sortBy -> ordered search -> natural searchBy -> unsorted ]
    ordered [ sort -> natural sortBy -> ordered search -> unsorted searchBy -> ordered ]
    unsorted [ sort -> natural sortBy -> ordered search -> unsorted searchBy -> unsorted ]

  @unsorted { System.err.println("binarySearch() was called on an array that is sorted in another order"); }
}`,

  Collection_UnsynchronizedAddAll: `
import java.util.Collection;
import java.util.Deque;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;

/**
 * The argument of addAll() must not be changed while addAll() runs.
 *
 * @severity error
 * @precision medium
 * @consequence Elements are missing, or ConcurrentModificationException is thrown. A collection that is added to itself is
 *   reported, as what happens then is undefined, but also an empty one, where nothing happens. Concurrent
 *   collections, which may be changed meanwhile, are left alone.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/util/Collection.html#addAll(java.util.Collection)
 * @group collections, threads
 * @wrong
 *   all.addAll(incoming); // while another thread calls incoming.add(x)
 * @right
 *   synchronized (incoming) { all.addAll(incoming); }
 */
Collection_UnsynchronizedAddAll(Collection t, Collection s) {
  creation event enter before(Collection t, Collection s) :
    call(* Collection+.addAll(Collection)) && target(t) && args(s) && !args(BlockingQueue)
      && !args(ConcurrentLinkedQueue) && !args(ConcurrentLinkedDeque) && !args(ConcurrentSkipListSet)
      && !args(CopyOnWriteArrayList) && !args(CopyOnWriteArraySet) { }
  event leave after(Collection t, Collection s) : call(* Collection+.addAll(Collection)) && target(t) && args(s) { }
  event modify before(Collection s) :
    (call(* Collection+.add*(..)) || call(* Collection+.remove*(..)) || call(* Collection+.clear())
      || call(* Collection+.retainAll(..)) || call(* Queue+.offer*(..)) || call(* Queue+.poll*(..))
      || call(* Deque+.push(..)) || call(* Deque+.pop())) && target(s) { }

  fsm :
    idle [ enter -> adding leave -> idle modify -> idle ]
    adding [ enter -> adding leave -> idle modify -> disturbed ]
    disturbed [ enter -> adding leave -> idle modify -> disturbed ]

  @disturbed { System.err.println("the argument of addAll() was changed while addAll() was running"); }
}`,

  Map_UnsynchronizedAddAll: `
import java.util.Map;
import java.util.concurrent.ConcurrentMap;

/**
 * The argument of putAll() must not be changed while putAll() runs.
 *
 * @severity error
 * @precision medium
 * @consequence Entries are missing, or ConcurrentModificationException is thrown. Concurrent maps, which may be changed
 *   meanwhile, are left alone.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/util/Map.html#putAll(java.util.Map)
 * @group collections, threads
 * @wrong
 *   all.putAll(incoming); // while another thread calls incoming.put(k, v)
 * @right
 *   synchronized (incoming) { all.putAll(incoming); }
 */
Map_UnsynchronizedAddAll(Map t, Map s) {
  creation event enter before(Map t, Map s) :
    call(* Map+.putAll(Map)) && target(t) && args(s) && !args(ConcurrentMap) { }
  event leave after(Map t, Map s) : call(* Map+.putAll(Map)) && target(t) && args(s) { }
  event modify before(Map s) :
    (call(* Map+.put*(..)) || call(* Map+.remove(..)) || call(* Map+.clear()) || call(* Map+.replace*(..))
      || call(* Map+.compute*(..)) || call(* Map+.merge(..)) || call(* Map+.poll*())) && target(s) { }

  fsm :
    idle [ enter -> adding leave -> idle modify -> idle ]
    adding [ enter -> adding leave -> idle modify -> disturbed ]
    disturbed [ enter -> adding leave -> idle modify -> disturbed ]

  @disturbed { System.err.println("the argument of putAll() was changed while putAll() was running"); }
}`,

  Deque_OfferRatherThanAdd: `
import java.util.Collection;
import java.util.Deque;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Use offer() rather than add() for a queue of limited capacity.
 *
 * @severity suggestion
 * @precision low
 * @consequence add() throws IllegalStateException when the queue is full.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/util/Queue.html#offer(E)
 * @group collections
 * @wrong
 *   Queue<Job> jobs = new ArrayBlockingQueue<>(10); jobs.add(job);
 * @right
 *   if (!jobs.offer(job)) reject(job);
 */
Deque_OfferRatherThanAdd(Collection q) {
  creation event create after() returning(Collection q) :
    call(LinkedBlockingDeque+.new(int)) || call(LinkedBlockingQueue+.new(int)) || call(ArrayBlockingQueue+.new(int, ..)) { }
  event add before(Collection q) :
    (call(* Collection+.add(Object)) || call(* Collection+.addFirst(..)) || call(* Collection+.addLast(..))
      || call(* Deque+.push(..))) && target(q) { }

  ere : create (create | add)* add

  @match { System.err.println("add() was called on a queue of limited capacity"); }
}`,

  Stream_UseOnce: `
import java.util.stream.BaseStream;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * A stream can be operated upon once.
 *
 * @severity error
 * @precision high
 * @consequence The second operation throws IllegalStateException.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/util/stream/Stream.html
 * @group collections
 * @wrong
 *   Stream<String> words = list.stream(); long n = words.count(); words.forEach(this::use);
 * @right
 *   long n = list.stream().count(); list.stream().forEach(this::use);
 */
Stream_UseOnce(BaseStream s) {
  // What a stream of the program's own can do besides may return the stream itself, or use it by way of other classes.
  event use before(BaseStream s) :
    call(* (BaseStream || Stream || IntStream || LongStream || DoubleStream).*(..)) && !call(* Object.*(..))
      && !call(* BaseStream+.close()) && !call(* BaseStream+.isParallel()) && !call(* BaseStream+.onClose(..))
      && !call(* BaseStream+.parallel()) && !call(* BaseStream+.sequential()) && !call(* BaseStream+.unordered())
      && !call(* BaseStream+.skip(long)) && !within(BaseStream+) && target(s) { }
  // skip(0) is the stream itself.
  event use before(BaseStream s, long n) :
    call(* BaseStream+.skip(long)) && !within(BaseStream+) && args(n) && target(s) && condition(n != 0) { }
  event use before(BaseStream s) :
    call(* (Stream || IntStream || LongStream || DoubleStream).concat(..)) && args(s, *) { }
  event use before(BaseStream s) :
    call(* (Stream || IntStream || LongStream || DoubleStream).concat(..)) && args(*, s) { }

  ere : use use+

  @match { System.err.println("the stream was operated upon a second time"); }
}`,

  Optional_GetWithoutCheck: `
import java.util.Optional;

/**
 * Ask isPresent() or isEmpty() before get() of an Optional.
 *
 * @severity suggestion
 * @precision low
 * @consequence get() throws NoSuchElementException when there is no value. orElseThrow() says that it may.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/util/Optional.html#get()
 * @group collections
 * @wrong
 *   String first = names.stream().findFirst().get();
 * @right
 *   String first = names.stream().findFirst().orElse("nobody");
 */
Optional_GetWithoutCheck(Optional o) {
  event check after(Optional o) returning :
    (call(* Optional.isPresent()) || call(* Optional.isEmpty())) && target(o) { }
  event get before(Optional o) : call(* Optional.get()) && target(o) { }

  fsm :
    unknown [ check -> checked get -> unchecked ]
    checked [ check -> checked get -> checked ]
    unchecked [ check -> checked get -> unchecked ]

  @unchecked { System.err.println("get() was called without asking whether there is a value"); }
}`,

  ServiceLoaderIterator_Remove: `
import java.util.Iterator;
import java.util.ServiceLoader;

/**
 * Nothing can be removed through the iterator of a service loader.
 *
 * @severity error
 * @precision high
 * @consequence remove() throws UnsupportedOperationException.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/util/ServiceLoader.html#iterator()
 * @group collections
 * @wrong
 *   Iterator<Codec> i = ServiceLoader.load(Codec.class).iterator(); i.next(); i.remove();
 * @right
 *   List<Codec> codecs = new ArrayList<>(); ServiceLoader.load(Codec.class).forEach(codecs::add);
 */
ServiceLoaderIterator_Remove(Iterator i) {
  creation event create after() returning(Iterator i) : call(* ServiceLoader.iterator()) { }
  event remove before(Iterator i) : call(* Iterator+.remove()) && target(i) { }

  ere : create (create | remove)* remove

  @match { System.err.println("remove() was called on the iterator of a service loader"); }
}`,

  ResourceBundleControl_MutateFormatList: `
import java.util.Collection;
import java.util.List;
import java.util.ResourceBundle;

/**
 * The lists that a ResourceBundle.Control returns must not be changed.
 *
 * @severity error
 * @precision high
 * @consequence The lists are unmodifiable or shared: the call throws UnsupportedOperationException, or later
 *   lookups of resource bundles go wrong.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/util/ResourceBundle.Control.html
 * @group collections
 * @wrong
 *   control.getFormats("messages").add("xml");
 * @right
 *   List<String> formats = new ArrayList<>(control.getFormats("messages")); formats.add("xml");
 */
ResourceBundleControl_MutateFormatList(List l) {
  creation event create after() returning(List l) :
    call(* ResourceBundle.Control+.getFormats(..)) || call(* ResourceBundle.Control+.getCandidateLocales(..)) { }
  event mutate before(List l) :
    (call(* Collection+.add*(..)) || call(* Collection+.remove*(..)) || call(* Collection+.clear())
      || call(* Collection+.retainAll(..)) || call(* List+.set(..)) || call(* List+.replaceAll(..))
      || call(* List+.sort(..))) && target(l) { }

  ere : create (create | mutate)* mutate

  @match { System.err.println("a list of a ResourceBundle.Control was changed"); }
}`,
};

/** Iterators and enumerations. Each text is a `.mop` file of its own (docs/property-language.md). */
export const iteratorProperties: Readonly<Record<string, string>> = {
  SafeIterator: `
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;

/**
 * A collection must not be updated while one of its iterators is in use.
 *
 * @severity error
 * @precision high
 * @consequence The iterator throws ConcurrentModificationException, or, where the check is missing or comes
 *   too late, skips elements or visits them twice. Iterators of concurrent collections go on, and one that a
 *   collection of the program hands out again (as those of Agrona do) may begin anew; both are reported all the
 *   same: the events are those of the published property.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/util/Iterator.html
 * @group iterators
 * @wrong
 *   for (String name : names) if (name.isEmpty()) names.remove(name);
 * @right
 *   names.removeIf(String::isEmpty);
 */
SafeIterator(Collection c, Iterator i) {
  creation event create after(Collection c) returning(Iterator i) :
    (call(* Collection+.iterator()) || call(* List+.listIterator(..))) && target(c) { }
  event update after(Collection c) returning :
    (call(* Collection+.add*(..)) || call(* Collection+.remove*(..)) || call(* Collection+.retain*(..))
      || call(* Collection+.clear(..))) && target(c) { }
  event next before(Iterator i) :
    (call(* Iterator+.next()) || call(* ListIterator+.previous())) && target(i) { }

  // A view or an iterator that is handed out again leaves the slice where it is.
  ere : (update | next)* create (create | next)* update (create | update)* next

  @match { System.err.println("the collection was updated after this iterator was created"); }
}`,

  SafeListIterator: `
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;

/**
 * A list must not be updated while one of its iterators is in use.
 *
 * @severity error
 * @precision high
 * @consequence The iterator throws ConcurrentModificationException, or skips elements or visits them twice. Those of a
 *   CopyOnWriteArrayList, which go on, are reported all the same, and so is one that a list of the program hands
 *   out again and sets back.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/util/ListIterator.html
 * @group iterators
 * @wrong
 *   ListIterator<String> i = lines.listIterator();
 *   while (i.hasNext()) if (i.next().isEmpty()) lines.add("--");
 * @right
 *   while (i.hasNext()) if (i.next().isEmpty()) i.add("--");
 */
SafeListIterator(List l, Iterator i) {
  creation event create after(List l) returning(Iterator i) :
    (call(* List+.iterator()) || call(* List+.listIterator(..))) && target(l) { }
  event update after(List l) returning :
    (call(* List+.add*(..)) || call(* List+.remove*(..)) || call(* List+.retain*(..))
      || call(* List+.clear(..))) && target(l) { }
  event next before(Iterator i) :
    (call(* Iterator+.next()) || call(* ListIterator+.previous())) && target(i) { }

  ere : (update | next)* create (create | next)* update (create | update)* next

  @match { System.err.println("the list was updated after this iterator was created"); }
}`,

  SafeMapIterator: `
import java.util.Collection;
import java.util.Iterator;
import java.util.ListIterator;
import java.util.Map;

/**
 * A map must not be updated while an iterator over one of its collection views is in use.
 *
 * @severity error
 * @precision medium
 * @consequence The iterator throws ConcurrentModificationException, or skips entries. A put that only replaces
 *   the value of a key that is there is no update; it is reported all the same, and so are iterators of concurrent maps, which go on,
 *   and one that a view of a map of the program hands out again and sets back.
 *   The events are those of the published property: of views, sequencedKeySet(), navigableKeySet() and their like are none,
 *   nor of updates pollFirstEntry() and pollLastEntry().
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/util/Map.html
 * @group iterators
 * @wrong
 *   for (String key : map.keySet()) if (old(key)) map.remove(key);
 * @right
 *   map.keySet().removeIf(key -> old(key));
 */
SafeMapIterator(Map m, Collection c, Iterator i) {
  creation event view after(Map m) returning(Collection c) :
    (call(* Map+.keySet()) || call(* Map+.values()) || call(* Map+.entrySet())) && target(m) { }
  event create after(Collection c) returning(Iterator i) :
    call(* Collection+.iterator()) && target(c) { }
  event update after(Map m) returning :
    (call(* Map+.put*(..)) || call(* Map+.remove*(..)) || call(* Map+.clear(..)) || call(* Map+.compute*(..))
      || call(* Map+.merge(..))) && target(m) { }
  event next before(Iterator i) :
    (call(* Iterator+.next()) || call(* ListIterator+.previous())) && target(i) { }

  fsm :
    start [ view -> viewed create -> start update -> start next -> start ]
    viewed [ view -> viewed create -> iterating update -> viewed next -> viewed ]
    iterating [ view -> iterating create -> iterating update -> updated next -> iterating ]
    updated [ view -> updated create -> updated update -> updated next -> violation ]
    violation [ ]
    alias match = violation

  @match { System.err.println("the map was updated after this iterator over its view was created"); }
}`,

  SafeHasNext: `
import java.util.Iterator;

/**
 * Call hasNext() before each next(), so that next() cannot run past the end.
 *
 * @severity warning
 * @precision low
 * @consequence next() throws NoSuchElementException at the end. Code that knows the number of elements
 *   otherwise is reported too.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/util/Iterator.html#next()
 * @group iterators
 * @wrong
 *   String first = names.iterator().next();
 * @right
 *   Iterator<String> i = names.iterator();
 *   String first = i.hasNext() ? i.next() : null;
 */
SafeHasNext(Iterator i) {
  event hasNext after(Iterator i) returning : call(* Iterator+.hasNext()) && target(i) { }
  event next before(Iterator i) : call(* Iterator+.next()) && target(i) { }

  fsm :
    unknown [ hasNext -> asked next -> violation ]
    asked [ hasNext -> asked next -> unknown ]
    violation [ hasNext -> asked next -> violation ]
    alias match = violation

  @match { System.err.println("next() was called without hasNext() before it"); }
}`,

  Iterator_HasNext: `
import java.util.Iterator;

/**
 * Call next() only after hasNext() returned true.
 *
 * @severity warning
 * @precision low
 * @consequence next() throws NoSuchElementException at the end. Stricter than SafeHasNext: hasNext() must have
 *   said yes, and after the first wrong next() of an iterator nothing more is reported for it.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/util/Iterator.html#next()
 * @group iterators
 * @wrong
 *   if (!i.hasNext()) log("empty");
 *   use(i.next());
 * @right
 *   if (i.hasNext()) use(i.next());
 */
Iterator_HasNext(Iterator i) {
  event hasnexttrue after(Iterator i) returning(boolean b) :
    call(* Iterator+.hasNext()) && target(i) && condition(b) { }
  event hasnextfalse after(Iterator i) returning(boolean b) :
    call(* Iterator+.hasNext()) && target(i) && condition(!b) { }
  event next before(Iterator i) : call(* Iterator+.next()) && target(i) { }

  ltl : [](next => (*) hasnexttrue)

  @violation { System.err.println("next() was called although hasNext() had not returned true just before"); }
}`,

  Iterator_RemoveOnce: `
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;

/**
 * Call remove() of an iterator once after each next() or previous(), and not after add().
 *
 * @severity error
 * @precision high
 * @consequence remove() throws IllegalStateException.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/util/Iterator.html#remove()
 * @group iterators
 * @wrong
 *   while (i.hasNext()) { if (i.next() == null) i.remove(); i.remove(); }
 * @right
 *   while (i.hasNext()) { i.next(); i.remove(); }
 */
Iterator_RemoveOnce(Iterator i) {
  creation event create after() returning(Iterator i) :
    call(* Collection+.iterator()) || call(* List+.listIterator(..)) || call(* Collection+.descendingIterator()) { }
  // What an iterator of the program's own can do besides (skip(2), nextInt()) may move it.
  event next after(Iterator i) returning :
    (call(public * Iterator+.*(..)) || call(* Iterator+.next*(..)) || call(* Iterator+.previous*(..)))
      && !call(* Object.*(..)) && !call(* Iterator+.hasNext()) && !call(* Iterator+.remove())
      && !call(* ListIterator+.hasPrevious()) && !call(* ListIterator+.nextIndex()) && !call(* ListIterator+.previousIndex())
      && !call(* ListIterator+.add(..)) && !call(* ListIterator+.set(..)) && target(i) { }
  event add after(Iterator i) returning : call(* ListIterator+.add(..)) && target(i) { }
  event remove before(Iterator i) : call(* Iterator+.remove()) && target(i) { }

  fsm :
    between [ create -> between next -> at add -> between remove -> misuse ]
    at [ create -> at next -> at add -> between remove -> between ]
    // A collection may hand out one iterator again and again.
    misuse [ create -> between next -> at add -> between remove -> misuse ]

  @misuse { System.err.println("remove() was called without a next() or previous() since the last one"); }
}`,

  ListIterator_Set: `
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;

/**
 * Call set() of a list iterator only when next() or previous() was called since the last add() or remove().
 *
 * @severity error
 * @precision high
 * @consequence set() throws IllegalStateException.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/util/ListIterator.html#set(E)
 * @group iterators
 * @wrong
 *   i.next(); i.remove(); i.set(x);
 * @right
 *   i.next(); i.set(x);
 */
ListIterator_Set(ListIterator i) {
  creation event create after() returning(ListIterator i) : call(* List+.listIterator(..)) { }
  // What an iterator of the program's own can do besides (skip(2), nextInt()) may move it.
  event move after(ListIterator i) returning :
    (call(public * Iterator+.*(..)) || call(* Iterator+.next*(..)) || call(* Iterator+.previous*(..)))
      && !call(* Object.*(..)) && !call(* Iterator+.hasNext()) && !call(* Iterator+.remove())
      && !call(* ListIterator+.hasPrevious()) && !call(* ListIterator+.nextIndex()) && !call(* ListIterator+.previousIndex())
      && !call(* ListIterator+.add(..)) && !call(* ListIterator+.set(..)) && target(i) { }
  event change after(ListIterator i) returning :
    (call(* ListIterator+.add(..)) || call(* Iterator+.remove())) && target(i) { }
  event set before(ListIterator i) : call(* ListIterator+.set(..)) && target(i) { }

  fsm :
    between [ create -> between move -> at change -> between set -> misuse ]
    at [ create -> at move -> at change -> between set -> at ]
    // A list may hand out one iterator again and again.
    misuse [ create -> between move -> at change -> between set -> misuse ]

  @misuse { System.err.println("set() was called without next() or previous() since the last add() or remove()"); }
}`,

  ListIterator_hasNextPrevious: `
import java.util.ListIterator;

/**
 * Ask hasNext() before next() and hasPrevious() before previous() of a list iterator.
 *
 * @severity suggestion
 * @precision low
 * @consequence next() or previous() throws NoSuchElementException at the ends of the list.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/util/ListIterator.html
 * @group iterators
 * @wrong
 *   ListIterator<String> i = lines.listIterator(); i.previous();
 * @right
 *   if (i.hasPrevious()) i.previous();
 */
ListIterator_hasNextPrevious(ListIterator i) {
  event hasnexttrue after(ListIterator i) returning(boolean b) :
    call(* ListIterator+.hasNext()) && target(i) && condition(b) { }
  event hasnextfalse after(ListIterator i) returning(boolean b) :
    call(* ListIterator+.hasNext()) && target(i) && condition(!b) { }
  event hasprevioustrue after(ListIterator i) returning(boolean b) :
    call(* ListIterator+.hasPrevious()) && target(i) && condition(b) { }
  event haspreviousfalse after(ListIterator i) returning(boolean b) :
    call(* ListIterator+.hasPrevious()) && target(i) && condition(!b) { }
  event next before(ListIterator i) : call(* ListIterator+.next()) && target(i) { }
  event previous before(ListIterator i) : call(* ListIterator+.previous()) && target(i) { }

  fsm :
    neither [ hasnexttrue -> forward hasnextfalse -> neither hasprevioustrue -> backward
      haspreviousfalse -> neither next -> unaskedNext previous -> unaskedPrevious ]
    forward [ hasnexttrue -> forward hasnextfalse -> neither hasprevioustrue -> both
      haspreviousfalse -> forward next -> backward previous -> unaskedPrevious ]
    backward [ hasnexttrue -> both hasnextfalse -> backward hasprevioustrue -> backward
      haspreviousfalse -> neither next -> unaskedNext previous -> forward ]
    both [ hasnexttrue -> both hasnextfalse -> backward hasprevioustrue -> both
      haspreviousfalse -> forward next -> backward previous -> forward ]
    // Then as behind a call that was asked for: what comes next is judged by itself.
    unaskedNext [ hasnexttrue -> both hasnextfalse -> backward hasprevioustrue -> backward
      haspreviousfalse -> neither next -> unaskedNext previous -> forward ]
    unaskedPrevious [ hasnexttrue -> forward hasnextfalse -> neither hasprevioustrue -> both
      haspreviousfalse -> forward next -> backward previous -> unaskedPrevious ]
    alias unasked = unaskedNext, unaskedPrevious

  @unasked { System.err.println("next() or previous() was called without asking whether there is an element"); }
}`,

  ArrayDeque_UnsafeIterator: `
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Iterator;
import java.util.Queue;

/**
 * An array deque must not be updated while one of its iterators is in use.
 *
 * @severity error
 * @precision high
 * @consequence The iterator is weakly checked: it may throw ConcurrentModificationException, skip elements or
 *   return elements that are gone. SafeIterator does not know the operations of queues.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/util/ArrayDeque.html
 * @group iterators
 * @wrong
 *   for (Job job : queue) if (job.isDone()) queue.poll();
 * @right
 *   queue.removeIf(Job::isDone);
 */
ArrayDeque_UnsafeIterator(ArrayDeque q, Iterator i) {
  creation event create after(ArrayDeque q) returning(Iterator i) :
    (call(* Collection+.iterator()) || call(* Deque+.descendingIterator())) && target(q) { }
  event modify after(ArrayDeque q) returning :
    (call(* Collection+.add*(..)) || call(* Collection+.clear()) || call(* Queue+.offer*(..))
      || call(* Queue+.poll*(..)) || call(* Deque+.pop()) || call(* Deque+.push(..))
      || call(* Collection+.remove*(..)) || call(* Collection+.retainAll(..))) && target(q) { }
  event useiter before(Iterator i) :
    (call(* Iterator+.next()) || call(* Iterator+.forEachRemaining(..))) && target(i) { }

  ere : create (create | useiter)* modify (create | modify)* useiter

  @match { System.err.println("the deque was updated after this iterator was created"); }
}`,

  SafeEnum: `
import java.util.Collection;
import java.util.Enumeration;
import java.util.Vector;

/**
 * A vector must not be updated while an enumeration of its elements is in use.
 *
 * @severity error
 * @precision high
 * @consequence Enumerations have no check: they skip elements or visit them twice.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/util/Vector.html#elements()
 * @group iterators
 * @wrong
 *   while (e.hasMoreElements()) vector.remove(e.nextElement());
 * @right
 *   vector.clear();
 */
SafeEnum(Vector v, Enumeration e) {
  creation event create after(Vector v) returning(Enumeration e) : call(* Vector+.elements()) && target(v) { }
  event update after(Vector v) returning :
    (call(* Collection+.add*(..)) || call(* Collection+.remove*(..)) || call(* Collection+.retainAll(..))
      || call(* Collection+.clear()) || call(* Vector+.insertElementAt(..)) || call(* Vector+.setSize(..)))
      && target(v) { }
  event next before(Enumeration e) : call(* Enumeration+.nextElement()) && target(e) { }

  ere : create (create | next)* update (create | update)* next

  @match { System.err.println("the vector was updated after this enumeration was created"); }
}`,

  NavigableSet_Modification: `
import java.util.Collection;
import java.util.Iterator;
import java.util.NavigableSet;
import java.util.SortedSet;
import java.util.concurrent.ConcurrentSkipListSet;

/**
 * A navigable set and its descending view must not be updated while an iterator of the view is in use.
 *
 * @severity error
 * @precision high
 * @consequence The iterator throws ConcurrentModificationException, or skips elements.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/util/NavigableSet.html#descendingSet()
 * @group iterators
 * @wrong
 *   for (int n : numbers.descendingSet()) if (n < 0) numbers.remove(n);
 * @right
 *   numbers.removeIf(n -> n < 0);
 */
NavigableSet_Modification(NavigableSet s, NavigableSet d, Iterator i) {
  creation event create after(NavigableSet s) returning(NavigableSet d) :
    (call(* NavigableSet+.descendingSet()) || call(* Collection+.reversed())) && target(s)
      && !target(ConcurrentSkipListSet) { }
  event modifyset after(NavigableSet s) returning :
    (call(* Collection+.add*(..)) || call(* Collection+.clear()) || call(* Collection+.remove*(..))
      || call(* Collection+.retainAll(..)) || call(* NavigableSet+.poll*())) && target(s) { }
  event modifyview after(NavigableSet d) returning :
    (call(* Collection+.add*(..)) || call(* Collection+.clear()) || call(* Collection+.remove*(..))
      || call(* Collection+.retainAll(..)) || call(* NavigableSet+.poll*())) && target(d) { }
  event getiter after(NavigableSet d) returning(Iterator i) : call(* Collection+.iterator()) && target(d) { }
  event useiter before(Iterator i) :
    (call(* Iterator+.next()) || call(* Iterator+.forEachRemaining(..))) && target(i) { }

  ere : create (modifyset | modifyview)* getiter useiter* (modifyset | modifyview)+ useiter

  @match { System.err.println("the set was updated after this iterator over its descending view was created"); }
}`,

  NavigableMap_Modification: `
import java.util.Collection;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentNavigableMap;

/**
 * A navigable map and its descending view must not be updated while an iterator over the view is in use.
 *
 * @severity error
 * @precision medium
 * @consequence The iterator throws ConcurrentModificationException, or skips entries. A put that only replaces
 *   a value is reported all the same.
 * @see https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/util/NavigableMap.html#descendingMap()
 * @group iterators
 * @wrong
 *   for (Integer key : map.descendingMap().keySet()) map.remove(key);
 * @right
 *   map.clear();
 */
NavigableMap_Modification(NavigableMap m, NavigableMap d, Collection c, Iterator i) {
  creation event create after(NavigableMap m) returning(NavigableMap d) :
    (call(* NavigableMap+.descendingMap()) || call(* Map+.reversed())) && target(m)
      && !target(ConcurrentNavigableMap) { }
  event modifymap after(NavigableMap m) returning :
    (call(* Map+.clear()) || call(* Map+.put*(..)) || call(* Map+.remove(..)) || call(* Map+.compute*(..))
      || call(* Map+.merge(..)) || call(* Map+.poll*())) && target(m) { }
  event modifyview after(NavigableMap d) returning :
    (call(* Map+.clear()) || call(* Map+.put*(..)) || call(* Map+.remove(..)) || call(* Map+.compute*(..))
      || call(* Map+.merge(..)) || call(* Map+.poll*())) && target(d) { }
  event getset after(NavigableMap d) returning(Collection c) :
    (call(* Map+.keySet()) || call(* Map+.entrySet()) || call(* Map+.values()) || call(* NavigableMap+.*KeySet())
      || call(* Map+.sequenced*())) && target(d) { }
  event getiter after(Collection c) returning(Iterator i) : call(* Collection+.iterator()) && target(c) { }
  event useiter before(Iterator i) :
    (call(* Iterator+.next()) || call(* Iterator+.forEachRemaining(..))) && target(i) { }

  ere : create (modifymap | modifyview)* getset (getset | modifymap | modifyview)* getiter useiter*
    (modifymap | modifyview)+ useiter

  @match { System.err.println("the map was updated after this iterator over its descending view was created"); }
}`,
};

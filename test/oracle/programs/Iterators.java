import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.NoSuchElementException;

/** Every way to make, or not to make, an event of the four properties, one method each. No method references. */
public class Iterators {
    static final List<String> SHARED = new ArrayList<String>(Arrays.asList("a", "b"));
    static final int FIRST_LENGTH;
    final String first = SHARED.iterator().next();

    static {
        Iterator<String> i = SHARED.iterator();
        FIRST_LENGTH = i.next().length();
    }

    /** Not a collection: nothing here is an event. */
    static class Lookalike {
        Iterator<String> iterator() { return null; }
        void add(String s) { }
    }

    static class Counted extends ArrayList<String> {
        int added;
        // Calls through super are no call join points.
        @Override public boolean add(String s) { added++; return super.add(s); }
        void addTwice(String s) { add(s); add(s); }
        static void addNothing() { }
    }

    static class Base {
        public void addToBase(Object o) { }
    }

    /** addToBase is declared outside of Collection, and called on a subtype of it. */
    static class Derived extends Base implements Iterable<String> {
        @Override public Iterator<String> iterator() { return SHARED.iterator(); }
    }

    abstract static class Both extends Base implements Collection<String> { }

    static class OneIterator extends ArrayList<String> {
        private Iterator<String> only;
        @Override public Iterator<String> iterator() {
            if (only == null) only = new Iterator<String>() {
                @Override public boolean hasNext() { return true; }
                @Override public String next() { return "x"; }
                @Override public void remove() { }
            };
            return only;
        }
    }

    /** javac makes a bridge Object next() that calls String next(): that call is no event of its own. */
    static class WithBridge implements Iterator<String> {
        @Override public boolean hasNext() { return true; }
        @Override public String next() { return "x"; }
        @Override public void remove() { }
    }

    public static void main(String[] args) {
        new Iterators();
        violateSafeIterator();
        sameLineTwice();
        recreated();
        listIterators();
        maps();
        sharedView();
        subtypes();
        failing();
        nullReceiver();
        inLambda();
        Iterator<String> bridged = new WithBridge();
        if (bridged.hasNext()) bridged.next();
        Lookalike l = new Lookalike();
        l.add("x");
        l.iterator();
        if (new Derived().iterator().hasNext()) new Derived().addToBase("x");
    }

    static void violateSafeIterator() {
        Collection<String> c = new LinkedList<String>(Arrays.asList("a", "b", "c"));
        Iterator<String> i = c.iterator();
        i.hasNext();
        i.next();
        c.add("d");
        c.remove("d");
        try { i.next(); } catch (RuntimeException expected) { c.clear(); }
        try { i.next(); } catch (RuntimeException expected) { c.clear(); }
    }

    /** Two violating calls on one line: two sites. */
    static void sameLineTwice() {
        for (int n = 0; n < 3; n++) {
            Iterator<String> i = Arrays.asList("a", "b").iterator();
            String s = i.next() + i.next();
        }
    }

    /** A shared iterator handed out again does not make the slice forget the update. */
    static void recreated() {
        OneIterator c = new OneIterator();
        Iterator<String> i = c.iterator();
        c.add("y");
        i = c.iterator();
        i.next();
        c.add("z");
        c.iterator();
        i.next();
    }

    static void listIterators() {
        List<String> list = new ArrayList<String>(Arrays.asList("a", "b", "c"));
        ListIterator<String> i = list.listIterator();
        i.hasNext();
        i.next();
        ListIterator<String> j = list.listIterator(2);
        j.hasPrevious();
        list.add(0, "x");
        try { j.previous(); } catch (RuntimeException expected) { list.add("y"); }
        for (String s : list) if (s.isEmpty()) list.remove(s);
    }

    static void maps() {
        Map<String, Integer> m = new HashMap<String, Integer>();
        m.put("a", 1);
        m.put("b", 2);
        Collection<String> keys = m.keySet();
        m.putIfAbsent("c", 3);
        Iterator<String> i = keys.iterator();
        Iterator<Integer> v = m.values().iterator();
        i.hasNext();
        i.next();
        m.merge("d", 4, (x, y) -> x + y);
        m.computeIfAbsent("e", k -> 5);
        try { i.next(); } catch (RuntimeException expected) { m.remove("a"); }
        try { v.next(); } catch (RuntimeException expected) { m.putAll(new HashMap<String, Integer>()); }
        for (Map.Entry<String, Integer> e : m.entrySet()) e.setValue(7);
        for (Iterator<Map.Entry<String, Integer>> e = m.entrySet().iterator(); e.hasNext();) if (e.next() != null) e.remove();
        // An iterator without a view of a map: SafeMapIterator makes nothing of it.
        Iterator<String> other = SHARED.iterator();
        m.put("z", 1);
        other.next();
        m.clear();
    }

    /** HashMap caches its key set: the second view is the same object, and creating it again changes nothing. */
    static void sharedView() {
        LinkedHashMap<String, String> m = new LinkedHashMap<String, String>();
        m.put("k", "v");
        Iterator<String> i = m.keySet().iterator();
        m.keySet().iterator();
        m.put("k2", "v");
        m.keySet();
        try { i.next(); } catch (RuntimeException expected) { m.clear(); }
    }

    static void subtypes() {
        Counted c = new Counted();
        c.addTwice("x");
        c.addAll(Arrays.asList("y"));
        c.removeIf(s -> s.equals("y"));
        c.retainAll(SHARED);
        Counted.addNothing();
        LinkedList<String> list = new LinkedList<String>();
        list.addFirst("a");
        list.addLast("b");
        Iterator<String> i = list.descendingIterator();
        i.hasNext();
        i.next();
        list.removeLast();
        list.poll();
        java.util.Scanner scanner = new java.util.Scanner("a b");
        while (scanner.hasNext()) scanner.next();
    }

    /** Calls that throw: create, update and hasNext do not happen, next does. */
    static void failing() {
        try { Arrays.asList("a").add("b"); } catch (UnsupportedOperationException expected) { }
        Iterator<String> i = new ArrayList<String>().iterator();
        try { i.next(); } catch (NoSuchElementException expected) { }
        try { new ArrayList<String>().listIterator(5); } catch (IndexOutOfBoundsException expected) { }
    }

    static void nullReceiver() {
        Iterator<String> i = null;
        try { i.next(); } catch (NullPointerException expected) { }
        try { i.hasNext(); } catch (NullPointerException expected) { }
    }

    static void inLambda() {
        List<String> list = new ArrayList<String>(SHARED);
        Iterator<String> i = list.iterator();
        Runnable next = () -> i.next();
        Runnable add = () -> list.add("c");
        next.run();
        add.run();
        try { next.run(); } catch (RuntimeException expected) { }
        SHARED.forEach(s -> list.add(s));
    }
}

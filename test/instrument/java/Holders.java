import java.io.Serializable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.*;

/** Iterators of the program. The comment of a class: who has its slices of SafeHasNext. */
public class Holders {
  static class Own implements Iterator<String> { // itself
    int left = 3;
    Own() { }
    Own(int left) { this(); this.left = left; }
    Own(String text) { this(text == null ? 0 : text.length()); for (;;) { if (left < 9) break; left--; } }
    public boolean hasNext() { return left > 0; }
    public String next() { return "s" + left--; }
  }
  static class Further extends Own { // by its superclass
    Further() { super(2); }
  }
  abstract static class Base<T> implements Iterator<T> { // itself
    final boolean early;
    Base() { early = look(this); }
    public boolean hasNext() { return true; }
  }
  static class Early extends Base<String> { // by its superclass
    String value = "e";
    public String next() { return value; }
  }
  class Inner implements PrimitiveIterator.OfInt { // itself
    public boolean hasNext() { return true; }
    public int nextInt() { return 1; }
  }
  static class Copied implements ListIterator<String>, Cloneable { // itself
    public boolean hasNext() { return true; }
    public String next() { return "c"; }
    public boolean hasPrevious() { return false; }
    public String previous() { return null; }
    public int nextIndex() { return 0; }
    public int previousIndex() { return 0; }
    public void remove() { }
    public void set(String s) { }
    public void add(String s) { }
    Copied copy() { try { return (Copied) clone(); } catch (CloneNotSupportedException e) { throw new AssertionError(e); } }
  }
  static class Thrown extends Own { // by its superclass
    Thrown(Own[] kept) { super(3); kept[0] = this; throw new IllegalStateException(); }
  }
  static class Written extends Own implements Serializable { // by its superclass
    private static final long serialVersionUID = 1;
  }
  static class Serial implements Iterator<String>, Serializable { // a table
    public boolean hasNext() { return true; }
    public String next() { return "w"; }
  }
  record Pair(String a) implements Iterator<String> { // a table
    public boolean hasNext() { return true; }
    public String next() { return a; }
  }
  enum Constant implements Iterator<String> { // a table
    ONE;
    public boolean hasNext() { return true; }
    public String next() { return "o"; }
  }
  static class Other implements Enumeration<String> { // a table
    public boolean hasMoreElements() { return true; }
    public String nextElement() { return "n"; }
  }
  interface Named extends Iterator<String> { // a table
    default boolean hasNext() { return true; }
  }
  static class OfInterface implements Named { // itself
    public String next() { return "i"; }
  }

  static Object answer(Object proxy, Method called, Object[] arguments) {
    if (called.getName().equals("hasNext")) return true;
    if (called.getName().equals("next")) return "p";
    throw new AssertionError(called);
  }
  static boolean look(Iterator<?> i) { return i.hasNext(); }
  static Object take(Iterator<?> i) {
    return i.next(); // SafeHasNext: 12
  }
  static void twice(Iterator<?> i) { look(i); take(i); take(i); }

  public static void main(String[] arguments) throws Exception {
    twice(new Own());
    twice(new Own("abc"));
    twice(new Further());
    twice(new Holders().new Inner());
    twice(new OfInterface());
    twice(new Serial());
    twice(new Pair("p"));
    twice(Constant.ONE);
    // Seen by its first constructor: one more may follow.
    Early early = new Early();
    take(early);
    take(early);
    // A proxy is another object, and its handler is called for calls of the program alone.
    twice((Iterator<?>) Proxy.newProxyInstance(Holders.class.getClassLoader(), Own.class.getInterfaces(), Holders::answer));
    // A copy was never asked.
    Copied first = new Copied();
    look(first);
    Copied second = first.copy();
    take(second);
    take(first);
    // Kept by a constructor that does not end.
    Own[] kept = new Own[1];
    try { new Thrown(kept); } catch (IllegalStateException e) { look(kept[0]); }
    take(kept[0]);
    // No constructor runs, so that nothing is held.
    Field unsafe = Class.forName("sun.misc.Unsafe").getDeclaredField("theUnsafe");
    unsafe.setAccessible(true);
    Own without = (Own) Class.forName("sun.misc.Unsafe").getMethod("allocateInstance", Class.class).invoke(unsafe.get(null), Further.class);
    look(without);
    take(without);
    without.left = 5;
    take(without);
    for (Class<?> one : Holders.class.getDeclaredClasses()) System.out.println(one.getSimpleName() + ": " + who(one));
    System.out.println(SerialForm.of(Serial.class));
  }
  static String who(Class<?> one) {
    for (Class<?> each : one.getInterfaces()) if (each.getName().equals("rrv.runtime.SliceHolder")) return "itself";
    for (Class<?> of = one; of != null; of = of.getSuperclass())
      for (Class<?> each : of.getInterfaces()) if (each.getName().equals("rrv.runtime.SliceHolder")) return "by its superclass";
    return "a table";
  }
  static class SerialForm {
    static int of(Class<?> one) { return java.io.ObjectStreamClass.lookup(one).getFields().length; }
  }
}

/** Bodies of every shape, and events at them. */

export const program = `
import java.io.*;
import java.util.*;

public class Bodies {
  interface Task { int go(int n); }
  interface Constant { Object X = new Object(); default int size() { return 1; } }
  static class None {}
  static class Impl implements Task, Constant {
    public int go(int n) { return n * 2; }
  }
  static class Generic implements Comparable<Generic> { public int compareTo(Generic other) { return 0; } }
  static class Made {
    final String text; int number;
    Made(int number) { this(number, number > 2 ? "big" : "small"); number = -1; }
    Made(int number, String text) { super(); this.text = text; this.number = number; if (number < 0) throw new IllegalStateException("negative"); }
  }
  static class Kept implements Serializable { String s = "s"; int twice() { return 2; } protected Object p(int[] a) { return a; } }
  enum Color { RED, GREEN { int f() { return 2; } }; int f() { return 1; } }
  static class Broken { static { if (true) throw new IllegalStateException("static"); } static void f() {} }
  static class Tables { static final int[] T; static { int[] t = new int[3]; for (int i = 0; i < 3; i++) t[i] = i; T = t; } }

  /** The first instruction is a jump's target; parameters are changed; two returns. */
  static long loop(long a, double b, int n) { for (;;) { n++; a -= 2; if (a < b) return a; if (n > 100) return n; } }
  private static int change(int n) { n = n + 1; if (n > 5) { String s = "" + n; return s.length(); } return -n; }
  static int first(int n) { do { n--; } while (n > 0); return n; }
  synchronized int fails(int n) {
    try { if (n == 0) throw new IllegalArgumentException("zero"); synchronized (Bodies.class) { return 10 / (n - 1); } }
    catch (ArithmeticException e) { return -1; }
    finally { if (n == 3) throw new IllegalStateException("three"); }
  }
  @Deprecated static void recursive(int n) { if (n > 0) recursive(n - 1); }
  static void attempt(Runnable runnable) {
    try { runnable.run(); } catch (Throwable t) { System.out.println(t); }
  }

  public static void main(String[] args) throws Exception {
    System.out.println(loop(9, 2, 0) + " " + loop(1000, 2, 5) + " " + change(9) + change(1) + first(4));
    Bodies b = new Bodies();
    for (int n = 0; n < 4; n++) { int m = n; attempt(() -> System.out.println(b.fails(m))); }
    attempt(() -> new Made(-1)); System.out.println(new Made(1).text + new Made(7).text);
    Task task = new Impl(); System.out.println(task.go(4) + new Impl().size());
    Comparable raw = new Generic(); System.out.println(raw.compareTo(new Generic()));
    new None(); recursive(3);
    System.out.println(Color.RED.f() + Color.GREEN.f());
    attempt(Broken::f);
    System.out.println(Tables.T.length + new Kept().twice() + ObjectStreamClass.lookup(Kept.class).getSerialVersionUID());
  }
}
`;

export const properties = `
Bodies() {
  event loop before() : execution(long Bodies.loop(..)) { }
  event looped after(long a, double b, int n) returning(long r) : execution(* Bodies.loop(..)) && args(a, b, n) && condition(a - n > 0 && r != a) { }
  event first before(int n) : execution(* first(int)) && args(n) && condition(n == 4) { }
  event changed after(int n) returning(int r) : execution(private static * Bodies.change(int)) && args(n) && condition(n == 9 ? r == 2 : n == 1 && r == -2) { }
  event failed after(int n) throwing(RuntimeException x) : execution(* Bodies.fails(int)) && args(n) && condition(n == 0 || n == 3) { }
  event returned after(Bodies b) returning : execution(* *.fails(int)) && target(b) && this(Bodies) { }
  event either after() : execution(synchronized * Bodies.fails(int)) { }
  event recursive before() : execution(* Bodies.recursive(int)) { }
  event annotated before() : execution(@Deprecated * Bodies.*(..)) { }
  event declared before() : execution(!private * Bodies.*(..) throws Exception) { }
  event lambda before() : execution(void Bodies.lambda$main$*(..)) { }
  event never before() : execution(* Bodies.Task.nothing(..)) || execution(* Bodies.loop(int)) || execution(abstract * *(..)) { }
  event inner before() : execution(* Bodies.loop(..)) && withincode(* Bodies.loop(..)) { }
  event created after() returning : call(Bodies.Made.new(..)) { }
  event main before(String[] a) : execution(public static void main(String[])) && args(a) { }
  fsm : s [ default s ] @s { }
}
Objects(Object o) {
  event go before(Object o) : execution(int Bodies.Task+.go(int)) && this(o) { }
  event size after(Object o) returning : execution(* Bodies.Constant+.size()) && this(o) && target(Bodies.Impl) { }
  event compare before(Object o) : execution(* Comparable+.compareTo(..)) && this(o) { }
  event made after(Object o) returning : execution(Bodies.Made.new(int)) && this(o) { }
  event begun before(Object o) : execution(Bodies.Made.new(int)) && this(o) { }
  event inner after(Object o) returning : execution(Bodies.Made.new(int, String)) && target(o) { }
  event thrown after(Object o) throwing(IllegalStateException x) : execution(Bodies.Made.new(..)) && target(o) { }
  event none before(Object o) : execution(Bodies.None.new()) && this(o) { }
  fsm : s [ default s ] @s { }
}
Classes() {
  event all before() : staticinitialization(Bodies..*) { }
  event initialised after() returning : staticinitialization(Bodies..*) { }
  event broken after() throwing(IllegalStateException x) : staticinitialization(Bodies.Broken) { }
  event serializable before() : staticinitialization(java.io.Serializable+) && !staticinitialization(Enum+) { }
  event constant after() : staticinitialization(Bodies.Constant) { }
  fsm : s [ default s ] @s { }
}
`;

/** Which types have a member, and join points at the edges of constructors and initialisers. */

export const program = `
import java.util.*;

public class Members {
  static class Cfg { static int size = 3; int own = 4; static int calc(int n) { return n + size; } }
  static class Base {
    int kept; static int COUNT;
    Base(int n) { kept = n; }
    private void hidden() { }
    static int made() { return 1; }
    Object covariant(Object o) { return o; }
    void callHidden() { hidden(); }
  }
  static class Derived extends Base {
    Derived() { super(Cfg.size + new Cfg().own + (Cfg.size = 5)); COUNT++; kept += COUNT; }
    Derived(String s) { this(); }
    void hidden() { }
    static int made() { return 2; }
    @Override String covariant(Object o) { return "" + o; }
  }
  static class More extends Derived { }
  interface Named { default String name() { return "n"; } }
  static class Impl implements Named { public boolean equals(Object o) { return o == this; } public int hashCode() { return 1; } }
  enum Color { RED, GREEN }
  static void taken(int[] numbers) { assert numbers != null; }
  static void taken(String[] texts) { }
  static void taken(Integer number) { }
  static void taken(int number) { }
  static int initialised;
  static { initialised = Cfg.calc(1); }

  public static void main(String[] args) {
    taken(new int[1]); taken(new String[2]); taken((Integer) 3); taken(4);
    switch (Color.valueOf("RED")) { case RED: System.out.println("red"); default: }
    Derived d = new Derived("s");
    d.hidden(); new Base(1).callHidden();
    System.out.println(Base.made() + Derived.made() + More.made());
    System.out.println(new More().covariant(1) + "" + ((Base) d).covariant(2));
    Impl impl = new Impl(); Named named = impl;
    System.out.println(impl.equals(null) + " " + named.equals(impl) + " " + impl.hashCode() + impl.name() + named.name());
    List<String> list = new ArrayList<>();
    System.out.println(list.hashCode() + " " + d.kept + Derived.COUNT + More.COUNT + initialised);
  }
}
`;

export const properties = `
Members() {
  event arrays before() : call(* Members.taken(*[])) { }
  event objects before() : call(* Members.taken(Object+)) { }
  event texts before() : call(* Members.taken(java.lang.*)) { }
  event named before() : call(* Members.taken(String)) { }
  event any before() : call(* Members.taken(*)) { }
  event wild before() : call(* Members.taken(Str*)) || call(* Members.taken(Integ*)) || call(* *eger.valueOf(..)) { }
  event wildOwner before() : call(* Obj*.equals(..)) || call(* Mem*.taken(..)) { }
  event getColor before() : get(* Members.Color.*) { }
  event getMembers before() : get(* Members.*) { }
  event getNumbers before() : get(int[] *) { }
  event getFlag before() : get(boolean *) { }
  event setAny before() : set(* Members.*) || set(* Members.Color.*) { }
  event getCfg before() : get(* Members.Cfg.*) { }
  event setCfg before() : set(* Members.Cfg.*) { }
  event setCfgAfter after() returning : set(static * Members.Cfg.*) { }
  event privateCall before() : call(* Members.Base.hidden()) { }
  event privateBody before() : execution(* Members.Base.hidden()) { }
  event derivedHidden before() : call(* Members.Derived.hidden()) { }
  event staticBase before() : call(* Members.Base.made()) { }
  event staticDerived before() : call(* Members.Derived.made()) { }
  event staticMore before() : call(* Members.More.made()) { }
  event staticBody before() : execution(* Members.Base.made()) { }
  event bridge before() : call(Object Members.Derived.covariant(..)) { }
  event covariant before() : call(String Members.Derived.covariant(..)) { }
  event base before() : call(Object Members.Base.covariant(..)) { }
  event bodies before() : execution(* Members.Base.covariant(..)) { }
  event ofInterface before() : execution(* Members.Named.*(..)) { }
  event callOfInterface before() : call(* Members.Named.*(..)) { }
  event ofIterable before() : call(* Iterable.hashCode()) { }
  event ofCollection before() : call(* java.util.Collection.hashCode()) { }
  event ofObject before() : call(* Object.equals(..)) { }
  event inInitialiser before() : call(* Members.Cfg.calc(..)) && withincode(* *(..)) { }
  event calc before() : call(* Members.Cfg.calc(..)) { }
  event getDerived before() : get(* Members.Derived.*) { }
  event getMore before() : get(* Members.More.*) { }
  event getBase before() : get(* Members.Base.*) { }
  event setDerived before() : set(* Members.Derived+.*) { }
  fsm : s [ default s ] @s { }
}
`;

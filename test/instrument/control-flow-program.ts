/** Calls and bodies that other events are within, or are not. */

export const program = `
public class Flow {
  static synchronized void locked() { leaf(); }
  static void plain() { leaf(); }
  static void leaf() { }
  static void fails() { leaf(); throw new IllegalStateException(); }
  static void recursive(int n) { leaf(); if (n > 0) recursive(n - 1); leaf(); }
  static class Small extends Flow { Small() { leaf(); } void own() { leaf(); } }
  void own() { leaf(); }
  static class Init { static { leaf(); } static void touch() { leaf(); } }
  static class Silent { static Object none; }
  static class Throws { Throws() { leaf(); throw new IllegalStateException(); } }

  public static void main(String[] args) throws Exception {
    locked(); plain();
    try { fails(); } catch (IllegalStateException e) { leaf(); }
    try { new Throws(); } catch (IllegalStateException e) { leaf(); }
    recursive(2);
    new Flow().own(); Flow small = new Small(); small.own();
    Init.touch();
    Thread thread = new Thread(() -> leaf());
    thread.start(); thread.join();
    Runnable reference = Flow::locked;
    reference.run();
    leaf();
    Silent.none = null;
    leaf();
    System.out.println("done");
  }
}
`;

export const properties = `
Flows() {
  event unlocked before() : call(* Flow.leaf()) && !cflow(call(synchronized * *.*(..))) { }
  event locked before() : call(* Flow.leaf()) && cflow(call(synchronized * *.*(..))) { }
  event failing before() : call(* Flow.leaf()) && cflow(execution(* Flow.fails())) { }
  event inner before() : call(* Flow.recursive(..)) && cflowbelow(call(* Flow.recursive(..))) { }
  event outer after() : call(* Flow.recursive(..)) && !cflowbelow(call(* Flow.recursive(..))) { }
  event same before() : call(* Flow.recursive(..)) && cflow(call(* Flow.recursive(..))) { }
  event sameAfter after() : call(* Flow.recursive(..)) && cflow(call(* Flow.recursive(..))) { }
  event small before() : execution(* Flow.leaf()) && cflow(execution(* Flow+.own()) && target(Flow.Small)) { }
  event dynamic before() : execution(* Flow.leaf()) && cflow(call(* Flow.own()) && target(Flow.Small)) { }
  event made before() : call(* Flow.leaf()) && cflow(call(Flow.Throws.new(..))) { }
  event initial before() : call(* Flow.leaf()) && cflow(staticinitialization(Flow.Init)) { }
  event left before() : call(* Flow.leaf()) && !cflowbelow(staticinitialization(Flow.Silent)) && withincode(* Flow.main(..)) { }
  event main before() : call(* Flow.leaf()) && cflow(execution(* Flow.main(..))) { }
  event either before() : call(* Flow.leaf()) && cflow(execution(* Flow.plain()) || call(* Flow.locked())) { }
  fsm : s [ default s ] @s { }
}
`;

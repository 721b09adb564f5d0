/** Patterns of types and members, and tests on values: generics, arrays, variable arguments, nested types, `..`, `+`, `||`, `!`. */

export const program = `
import java.io.*;
import java.util.*;

public class Patterns {
  interface Shape { default int area() { return 1; } }
  static class Round implements Shape { final int size() { return 2; } @Deprecated public int old() { return 3; } }
  static class Ball extends Round { public int area() { return 4; } static class Point extends Ball { } }
  static class Square implements Shape { synchronized int size() { return 5; } }
  class Inner { int kept; Inner() { } Inner(int kept) { this.kept = kept; } int read() { return kept + count; }
    class Innermost { int read() { return count; } } }
  static class Box<T extends Comparable<T>> { T content; T get() { return content; } void put(T t) { content = t; }
    <U> U as(U other) { return other; } }
  int count;
  static int var(int... numbers) { return numbers.length; }
  static int var(String first, Object... others) { return others.length; }
  static void lists(List<String> list) { }
  static void lists(Map<String, ? extends List<?>> map) { }
  static void arrays(int[][] a, String[] b) { }
  static void many(String a, int b, long c, Object d) { }
  static void many(Object o) { }
  static void reads() throws FileNotFoundException { }
  static void waits() throws InterruptedException, IOException { }
  private static <T extends Number & Comparable<T>> T max(T a, T b) { return a.compareTo(b) > 0 ? a : b; }
  void calls() { new Inner(1).read(); new Inner().new Innermost().read(); many(this); }
  static Object of(int kind) {
    return kind == 0 ? new Round() : kind == 1 ? new Ball() : kind == 2 ? new Square() : kind == 3 ? new Ball.Point() : "text";
  }

  public static void main(String[] args) throws Exception {
    for (int kind = 0; kind < 5; kind++) {
      Object one = of(kind);
      many(one); many("a", kind, kind, one); one.hashCode();
      if (one instanceof Ball ball) ball.old();
      if (one instanceof Shape shape) shape.area();
      if (one instanceof Round round) { round.size(); round.old(); }
      if (one instanceof Square square) square.size();
    }
    new Ball.Point().area(); new Ball().size();
    var(); var(1, 2); var("a", 1, 2); var("b");
    lists(new ArrayList<String>()); lists(new HashMap<String, ArrayList<?>>());
    arrays(new int[1][2], args); reads(); waits(); max(1, 2);
    Box<String> box = new Box<>(); box.put("x"); box.get().length(); box.as(3); box.as("y").length();
    new Patterns().calls();
    Runnable run = new Runnable() { public void run() { many("in anonymous"); } }; run.run();
    Map.Entry<String, Integer> entry = new AbstractMap.SimpleEntry<>("k", 1); entry.getKey(); entry.setValue(2);
    List<int[]> list = new ArrayList<>(List.of(new int[0])); for (int[] element : list) many(element);
    new StringBuilder().append('c').append("s").append(new char[0]).append((Object) list.size()).toString();
  }
}
`;

export const properties = `
Patterns() {
  event shape before() : call(* Patterns.Shape+.area()) { }
  event shapeOnly before() : call(* Patterns.Shape.area()) { }
  event roundBelow before() : call(* Patterns.Round+.*()) { }
  event point before() : call(* Patterns.Ball.Point.*(..)) { }
  event nested before() : call(* Patterns.*.area()) { }
  event deep before() : call(* Patterns..*.area()) { }
  event either before() : call(* (Patterns.Ball || Patterns.Square).*(..)) { }
  event belowBut before() : call(* (Patterns.Shape+ && !Patterns.Round+).*(..)) { }
  event notShape before() : call(* (!Patterns.Shape+).*()) && within(Patterns) { }
  event notInt before() : call(!int Patterns..*.*(..)) { }
  event notVoid before() : call((!void && !int) Patterns..*.*(..)) { }
  event makes before() : call(Patterns.Shape+.new(..)) { }
  event makesInner before() : call(Patterns.Inner.new(..)) { }
  event makesInnerEmpty before() : call(Patterns.Inner.new()) { }
  event makesInnerInt before() : call(Patterns.Inner.new(int)) { }
  event makesInnerOuter before() : call(Patterns.Inner.new(Patterns)) { }
  event makesAny before() : call(new(..)) && within(Patterns) { }
  event makesInnermost before() : call(Patterns.Inner.Innermost.new(..)) { }
  event readsInner before() : call(* Patterns.Inner*.read()) { }
  event readsAny before() : call(int read()) { }
  event varInts before() : call(int Patterns.var(int...)) { }
  event varObjects before() : call(int Patterns.var(String, Object...)) { }
  event varRest before() : call(int Patterns.var(String, ..)) { }
  event lists before() : call(* Patterns.lists(java.util.List)) { }
  event maps before() : call(* Patterns.lists(java.util.Map)) { }
  event collections before() : call(* Patterns.lists(Iterable+)) { }
  event arrays before() : call(* Patterns.arrays(int[][], String[])) { }
  event arraysWild before() : call(* Patterns.arrays(*[][], *[])) { }
  event arraysBelow before() : call(* Patterns.arrays(.., Object+[])) { }
  event arraysNot before() : call(* Patterns.arrays(*[], ..)) { }
  event manyLast before() : call(* Patterns.many(.., Object)) { }
  event manyFirst before() : call(* Patterns.many(String, ..)) { }
  event manyMiddle before() : call(* Patterns.many(.., long, ..)) { }
  event manyTwo before() : call(* Patterns.many(*, *, ..)) { }
  event manyStars before() : call(* many(.., int, .., Obj*)) { }
  event throwsIO before() : call(* Patterns.*(..) throws java.io.IOException+) { }
  event throwsExactly before() : call(* Patterns.*(..) throws java.io.IOException) { }
  event throwsTwo before() : call(* Patterns.*(..) throws InterruptedException, java.io.IOException) { }
  event throwsWild before() : call(* Patterns.*(..) throws java.io.*) { }
  event old before() : call(@Deprecated * *(..)) { }
  event roundOnly before() : call(* Patterns.Round.*(..)) { }
  event roundSize before() : call(* Patterns.Round.size(..)) { }
  event roundArea before() : call(* Patterns.Round.area(..)) { }
  event oldBall before() : call(@Deprecated * Patterns.Ball.old(..)) { }
  event isFinal before() : call(final * Patterns..*.*(..)) { }
  event isSynchronized before() : call(synchronized * *(..)) && within(Patterns) { }
  event isStatic before() : call(!public static * Patterns.*(..)) { }
  event isPrivate before() : call(private * *(..)) { }
  event max before() : call(Number Patterns.max(Number, Number)) { }
  event maxObject before() : call(* Patterns.max(Object+, ..)) { }
  event boxPut before() : call(* Patterns.Box.put(Comparable)) { }
  event boxGet before() : call(Comparable Patterns.Box.get()) { }
  event boxAs before() : call(Object Patterns.Box.as(Object)) { }
  event lengths before() : call(int length()) { }
  event entry before() : call(* java.util.Map.Entry.*(..)) { }
  event entryBelow before() : call(* java.util.Map.Entry+.getKey()) { }
  event entryMade before() : call(java.util.AbstractMap.*.new(..)) { }
  event mapsNested before() : call(* java.util.Map.*.*(..)) { }
  event utilAll before() : call(* java.util..*.*(..)) { }
  event javaAll before() : call(* java..*.*(..)) && within(Patterns) { }
  event sizes before() : call(* *..*.size()) && within(Patterns) { }
  event sizesStar before() : call(* s*e()) && within(Patterns) { }
  event appends before() : call(StringBuilder append(*)) { }
  event appendsArray before() : call(* StringBuilder.append(char[])) { }
  event appendsChar before() : call(* java.lang.*.append(char)) { }
  event targetRound before() : call(* *(..)) && within(Patterns) && target(Patterns.Round) { }
  event targetNot before() : call(* *()) && within(Patterns) && !target(Patterns.Round) { }
  event argsLast before() : call(* many(..)) && args(.., Patterns.Shape) { }
  event argsFirst before() : call(* many(..)) && args(String, ..) { }
  event argsSecond before() : call(* many(..)) && args(*, int, ..) { }
  event argsArray before() : call(* many(..)) && args(int[]) { }
  event argsCloneable before() : call(* many(..)) && args(Cloneable) { }
  event thisRunnable before() : call(* many(..)) && this(Runnable) { }
  event withinNested before() : call(* *(..)) && within(Patterns.*) { }
  event withinNot before() : call(* many(..)) && !within(Patterns) { }
  event withinBelow before() : call(* many(..)) && within(Runnable+) { }
  event withinCode before() : call(* *(..)) && withincode(* Patterns.calls()) { }
  event bodies before() : execution(* Patterns..*.*(..)) { }
  event bodiesAny before() : execution(* *(..)) && within(Patterns.Round+) { }
  event bodiesNew before() : execution(Patterns.*.new(..)) { }
  event bodiesRun before() : execution(public void run()) { }
  event fields before() : get(* Patterns..*.*) { }
  event fieldsInt before() : get(int Patterns.Inner.kept) || set(int Patterns.*.kept) { }
  event fieldsContent before() : get(Comparable content) || set(Comparable Patterns.Box.content) { }
  fsm : s [ default s ] @s { }
}
`;

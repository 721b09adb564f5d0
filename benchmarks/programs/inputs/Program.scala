enum C { case R, G, B }
case class P(n: String, a: Int)
trait Sh[T] { extension (t: T) def sh: String }
given Sh[P] with { extension (t: P) def sh = s"${t.n}:${t.a}" }
@main def run = { val m = (1 to 100).map(i => P(s"n$i", i % 7)).groupBy(_.a).view.mapValues(_.size).toMap; println(m); println(P("a", 1).sh); println(C.values.toList) }

data class P(val n: String, val a: Int)
interface Shape { fun area(): Double }
class Sq(val s: Double) : Shape { override fun area() = s * s }
inline fun <reified T> List<*>.only(): List<T> = filterIsInstance<T>()
sealed class E { class N(val v: Int) : E(); class A(val l: E, val r: E) : E() }
fun ev(e: E): Int = when (e) { is E.N -> e.v; is E.A -> ev(e.l) + ev(e.r) }
fun main() { val m = (1..100).map { P("n$it", it % 7) }.groupBy { it.a }.mapValues { (_, v) -> v.size }; println(m); println(ev(E.A(E.N(1), E.N(2)))); val s = sequence { for (i in 1..5) yield(i * i) }; println(s.toList()) }

def m = [:]
(1..20000).each { i -> m["k${i % 97}"] = (m["k${i % 97}"] ?: []) << i }
def s = m.collectEntries { k, v -> [k, v.findAll { it % 3 == 0 }.sum()] }.sort()
println s.take(5); println s.size()
class P { String n; int a }
def ps = (1..500).collect { new P(n: "n$it", a: it % 40) }
println ps.groupBy { it.a }.collect { k, v -> k * v.size() }.sum()
def x = new XmlParserLike(); println x.go()
class XmlParserLike { def go() { def l = []; for (i in 0..<100) l << i*i; l.inject(0) { a, b -> a + b } } }
println ((1..10).collate(3)); println 'abc'.toList().permutations().size(); try { def l=[1,2,3]; for (e in l) l.remove(0) } catch (ConcurrentModificationException e) { println 'CME' }

// Objects that inherit, comprehensions, functions, assertions, imports of text, formats, and std.
local Animal = {
  name:: error 'no name',
  sound: 'none',
  greeting: '%s says %s' % [self.name, self.sound],
  assert std.length(self.sound) > 0,
};
local Dog = Animal { name:: 'dog', sound: 'woof', legs+: 4 } + { legs: super.legs + 0, friends+: ['cat'] };
local fib(n) = if n < 2 then n else fib(n - 1) + fib(n - 2);
local primes(limit) = [n for n in std.range(2, limit) if std.length([d for d in std.range(2, n - 1) if n % d == 0]) == 0];
local words = std.split('the quick brown fox jumps over the lazy dog and the cat', ' ');
local counts = std.foldl(function(all, word) all { [word]+: 1 }, words, {});
local tree(depth) = { depth: depth } + if depth == 0 then {} else { left: tree(depth - 1), right: tree(depth - 1) };
local depthOf(t) = 1 + if std.objectHas(t, 'left') then std.max(depthOf(t.left), depthOf(t.right)) else 0;
{
  animals: [(Dog { legs:: 0 }).greeting, (Animal { name:: 'cat', sound: 'meow' }).greeting],
  [if true then 'computed']: std.mapWithKey(function(key, value) key + value, counts),
  most: std.sort(std.objectFields(counts), function(word) -counts[word])[:3],
  fib: [fib(n) for n in std.range(0, 15)],
  primes: primes(120),
  depth: depthOf(tree(6)),
  orders: [
    { id: id, sum: std.foldl(function(a, b) a + b, [item.price * item.count for item in self.items], 0), items:: [
      { price: (id * 37 + i * 11) % 23, count: 1 + i % 3 }
      for i in std.range(1, 1 + id % 4)
    ] }
    for id in std.range(1, 30)
    if id % 7 != 0
  ],
  sets: [std.setUnion([1, 3, 5], [2, 3]), std.setInter([1, 3, 5], [3, 5, 7]), std.setDiff(['a', 'b'], ['b']), std.uniq([1, 1, 2])],
  texts: [std.join('-', words), std.asciiUpper('abc'), std.strReplace('a.b.c', '.', '::'), std.substr('hello', 1, 3), |||
    A block of %(what)s
      and %(number)05.2f.
  ||| % { what: 'text', number: 3.14159 }],
  json: std.parseJson(std.manifestJsonEx({ a: [1, null, true, { b: 'c' }] }, '  ')),
  yaml: std.manifestYamlDoc({ a: [1, { b: 'x' }], c: {} }),
  ini: std.manifestIni({ main: { a: '1' }, sections: { s: { x: ['y', 'z'] } } }),
  merged: std.mergePatch({ a: 1, b: { c: 2 } }, { b: { c: null, d: 4 } }),
  hashes: [std.md5('text'), std.base64('some bytes'), std.base64Decode('c29tZSBieXRlcw==')],
  source: std.length(std.split(importstr 'program.jsonnet', '\n')),
  flat: std.flattenArrays([[1, 2], [3], std.range(4, 5)]) + std.filterMap(function(n) n % 2 == 0, function(n) n * n, std.range(1, 9)),
}

import java.util
d={}
for i in range(3000): d.setdefault(i%37,[]).append(i)
print(sorted((k,len(v)) for k,v in d.items())[:5])
class A(object):
  def __init__(s,x): s.x=x
  def __cmp__(s,o): return cmp(s.x,o.x)
print([a.x for a in sorted(A(i*7%19) for i in range(19))])
l=java.util.ArrayList(range(10)); print([x for x in l]); import re,json; print(json.dumps({'a':[1,2,{'b':re.sub('a+','b','caaat')}]}))
print(sum(x*x for x in xrange(1000) if x%3)); print(len(set(map(str,range(500)))))

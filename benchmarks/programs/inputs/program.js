var a=[]; for (var i=0;i<3000;i++) a.push({k:i%13,v:i}); a.sort(function(x,y){return x.k-y.k||y.v-x.v});
var o={}; a.forEach(function(e){(o[e.k]=o[e.k]||[]).push(e.v)}); for (var k in o) print(k+':'+o[k].length);
function fib(n){return n<2?n:fib(n-1)+fib(n-2)} print(fib(18)); print(JSON.stringify(o[1]).length); var s=''; for (var p in this) s+=p; print(/a(b+)c/.exec('xabbbc')[1]);
var l=new java.util.ArrayList(); for (i=0;i<5;i++) l.add(i); var it=l.iterator(); while(it.hasNext()) print(it.next());

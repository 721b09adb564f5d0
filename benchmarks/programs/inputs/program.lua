-- Tables, closures, metatables, coroutines, patterns, varargs, goto, and Java's lists.
local words = {}
for w in ("the quick brown fox jumps over the lazy dog and the cat"):gmatch("%a+") do words[w] = (words[w] or 0) + 1 end
local keys = {}
for k in pairs(words) do keys[#keys + 1] = k end
table.sort(keys, function(a, b) if words[a] ~= words[b] then return words[a] > words[b] end return a < b end)
for i = 1, 4 do print(keys[i], words[keys[i]]) end
local Vector = {}
Vector.__index = Vector
Vector.__add = function(a, b) return setmetatable({ x = a.x + b.x, y = a.y + b.y }, Vector) end
Vector.__tostring = function(v) return "(" .. v.x .. "," .. v.y .. ")" end
local sum = setmetatable({ x = 0, y = 0 }, Vector)
for i = 1, 200 do sum = sum + setmetatable({ x = i, y = i * i }, Vector) end
print(tostring(sum))
local function primes(limit)
  return coroutine.wrap(function()
    local composite = {}
    for n = 2, limit do
      if not composite[n] then coroutine.yield(n) end
      for m = n * n, limit, n do composite[m] = true end
    end
  end)
end
local count, last = 0, 0
for p in primes(500) do count, last = count + 1, p end
print(count, last)
local function fib(n) if n < 2 then return n end return fib(n - 1) + fib(n - 2) end
print(fib(20), select("#", 1, nil, 3), #table.concat({ 1, 2, 3 }, ", "))
print(("key = value"):match("^(%w+)%s*=%s*(%w+)$"), ("a,b,,c"):gsub(",", ";"), ("%5.2f|%-5s|%x"):format(3.14159, "ab", 255))
for i = 1, 3 do
  if i == 2 then goto continue end
  print(i, load("return " .. i .. " * 7")())
  ::continue::
end
print(pcall(function() error({ code = 7 }) end), select(2, pcall(error, "text", 0)))
local list = luajava.newInstance("java.util.ArrayList")
for i = 1, 5 do list:add(i * i) end
local iterator = list:iterator()
while iterator:hasNext() do io.write(iterator:next(), " ") end
print(list:size(), luajava.bindClass("java.lang.Math"):max(3, 4))

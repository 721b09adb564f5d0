import type { Kind, ProgramWriter, Variable } from './random-java.ts';
import { type TypeWriter, writeCollections, writeTypes } from './random-newest-types.ts';
import { updatesOf } from './random-newest-updates.ts';
import { plainCall } from './recorded-program.ts';

/**
 * What random programs have of Java 21 to 25: sequenced collections and maps, patterns, records and sealed types, statements in front of
 * `super(..)`, threads that are joined, gatherers, scoped values and what else is new. Lines are written as the recorded version has them, with
 * at most one event each; the analysed one follows.
 */
export interface NewestJava {
  readonly imports: () => void;
  /** Types and static methods. */
  readonly members: () => void;
  readonly newCollection: (kind: Kind) => string;
  readonly statement: (scope: Variable[], depth: number, result: Kind | 'void', inLambda: boolean) => void;
}

const listed = '(List<Object>) ';

export function newestJava(writer: ProgramWriter): NewestJava {
  const { below, chance, pick, fresh, size, block, reference, find, typeOf } = writer;
  const emit = (text: string): void => writer.emit(plainCall(text), text, true);
  const lines = (...all: readonly string[]): void => all.forEach(emit);
  /** Each program has a few kinds of statements and effects alone: with all of them, nearly everything is known everywhere. */
  const fewOf = (count: number, kinds: number): readonly number[] =>
    Array.from({ length: count }, () => below(kinds));
  const [statements, blockKinds] = [fewOf(6, 15), fewOf(7, 22)];
  const touches = chance(0.4);
  const touch = (object: string): string => (touches ? `touch(${object})` : 'R.tick()');
  const effects = pick([
    [0, 1, 6],
    [0, 2, 6],
    [2, 3, 4, 6],
    [0, 5, 6],
    [0, 1, 2, 3, 4, 5, 6, 7],
  ]);
  /** Else the class library's collections alone, whose iterators are new: of a program that has no others, more is known. */
  const owns = chance(writer.usesOwnTypes ? 0.8 : 0.2);

  /** What a method of the program does besides: it updates, keeps what it is given, or updates or walks what was kept. */
  const effect = (object: string, kinds: readonly number[] = effects): void => {
    switch (pick(kinds)) {
      case 0:
        emit('R.add(@, sl, "n");');
        return;
      case 1:
        emit('R.remove(@, sl, "e1");');
        return;
      case 2:
      case 3:
        emit(`seen = ${object};`);
        return;
      case 4:
        emit(`${touch('seen')};`);
        return;
      case 5:
        emit(`${touch(object)};`);
        return;
      default:
        return;
    }
  };
  const imports = (): void =>
    emit('import java.util.concurrent.*; import java.util.function.*; import java.util.stream.*;');

  const members = (): void => {
    const types: TypeWriter = {
      ...{ pick, chance, size, lines, effect, touches },
      asked: (object) =>
        effect(
          object,
          effects.filter((kind) => kind < 4 || kind > 5),
        ),
    };
    writeTypes(types);
    if (owns) writeCollections(types);
  };

  const newCollection = (kind: Kind): string => {
    const ownNames = { Map: ['Order', 'Pairs'], Set: ['Set'], List: ['Sequence'] } as const;
    const names =
      kind in ownNames ? ownNames[kind as 'Map' | 'Set' | 'List'] : ['Deque', 'Both', 'Set', 'Sequence'];
    if (owns && chance(0.6)) return `new Own${pick(names)}(${size})`;
    const libraryNames = {
      Map: ['LinkedHashMap', 'TreeMap'],
      Set: ['LinkedHashSet'],
      List: ['LinkedList', 'ArrayList'],
    } as const;
    if (kind in libraryNames)
      return `new ${pick(libraryNames[kind as 'Map' | 'Set' | 'List'])}${kind === 'Map' ? '<Object, Object>' : '<Object>'}()`;
    return `new ${pick(['ArrayDeque', 'LinkedHashSet', 'ArrayList'])}<Object>()`;
  };

  /** Objects that a method has made stay there more often than not. */
  const leaking = pick([0.1, 0.2, 0.7]);
  const anything = (scope: readonly Variable[]): string =>
    chance(leaking)
      ? reference(scope, pick<Kind>(['List', 'List', 'Collection', 'Iterator', 'Map']))
      : pick(['sl', 'si', 'sm', 'seen', '"s"', newCollection('Collection'), newCollection('List')]);
  const shape = (scope: readonly Variable[]): string =>
    pick([
      `(Shape) new Leaf(${anything(scope)})`,
      `(Shape) new Leaf(${anything(scope)})`,
      `(Shape) new Node(new Leaf(${anything(scope)}), ${anything(scope)})`,
      `(Shape) new Node(null, ${anything(scope)})`,
      `(Shape) new Node(shape, ${anything(scope)})`,
      `(Shape) new Many(${anything(scope)}, ${anything(scope)})`,
      'shape',
      '(Shape) Way.UP',
      '(Shape) null',
    ]);
  /** A variable for what an expression of any type gives. */
  const define = (scope: Variable[], value: string): void => {
    const kind = pick<Kind>(['List', 'List', 'Iterator', 'Map', 'Collection']);
    const variable: Variable = { name: fresh('v'), kind, isFinal: chance(0.5) };
    const bound = fresh('b');
    emit(
      `${variable.isFinal ? 'final ' : ''}${typeOf(kind)} ${variable.name} = ${value} instanceof ${kind}${kind === 'Map' ? '<?, ?>' : '<?>'} ${bound} ? (${typeOf(kind)}) ${bound} : ${reference(scope, kind)};`,
    );
    scope.push(variable);
  };
  const view = (scope: Variable[]): void => {
    const list = find(scope, 'List');
    const map = find(scope, 'Map');
    const collection = find(scope, 'Collection');
    const bound = fresh('s');
    const kind = pick<Kind>(['List', 'Collection', 'Set']);
    const variable: Variable = { name: fresh('v'), kind, isFinal: chance(0.5) };
    const head = `${variable.isFinal ? 'final ' : ''}${typeOf(kind)} ${variable.name} =`;
    if (kind === 'List' && list !== undefined)
      emit(
        `${head} ${list.name}.${pick(['reversed()', 'reversed()', 'reversed().reversed()', 'reversed().subList(0, 0)'])};`,
      );
    else if (kind === 'Collection' && collection !== undefined && chance(0.6))
      emit(
        `${head} ${collection.name} instanceof SequencedCollection<Object> ${bound} ? ${bound}.reversed() : ${collection.name};`,
      );
    else if (kind !== 'List' && map !== undefined)
      emit(
        `${head} ${map.name} instanceof SequencedMap<Object, Object> ${bound} ? ${bound}.${pick(['', 'reversed().'])}${kind === 'Set' ? 'sequencedKeySet' : 'sequencedValues'}() : ${reference(scope, kind)};`,
      );
    else return;
    scope.push(variable);
  };
  const update = (scope: readonly Variable[]): void => {
    const list = find(scope, 'List');
    const map = find(scope, 'Map');
    if (map !== undefined && chance(0.3)) {
      const bound = fresh('s');
      lines(
        `if (${map.name} instanceof LinkedHashMap<Object, Object> ${bound})`,
        `R.${pick(['putFirst', 'putLast'])}(@, ${bound}, "k${below(3)}", ${anything(scope)});`,
      );
    } else if (list !== undefined)
      emit(
        pick([
          `R.addFirst(@, ${list.name}, "e${below(3)}");`,
          `R.addLast(@, ${list.name}, "e${below(3)}");`,
          `R.removeFirst(@, ${list.name});`,
          `R.removeLast(@, ${list.name});`,
        ]),
      );
  };

  /** Code of the program in what runs it once, or for each element. */
  const blocks = (scope: Variable[], depth: number, result: Kind | 'void', inLambda: boolean): void => {
    const inner = (): void => block(scope, depth - 1, 1 + below(2), result, inLambda);
    /** No `return`, and no variables that change. */
    const closed = (): void => block(scope, depth - 1, 1 + below(2), 'void', true);
    const captured = (): void =>
      block(
        scope.filter(({ isFinal }) => isFinal),
        depth - 1,
        1 + below(2),
        'void',
        true,
      );
    const list = find(scope, 'List');
    const map = find(scope, 'Map');
    const own = fresh('n');
    switch (pick(blockKinds)) {
      case 0:
      case 1: {
        const from =
          list !== undefined && (map === undefined || chance(0.6))
            ? `${list.name}.reversed()`
            : map !== undefined
              ? `R.pairs(${map.name}).${pick(['sequencedKeySet()', 'sequencedValues()', 'reversed().sequencedValues()', 'reversed().sequencedKeySet()'])}`
              : 'sl.reversed()';
        writer.emit(
          `for (Object ${pick(['_', own])} : ${from}) { R.tick();`,
          `for (Object ${own} : R.each(@, ${from})) { R.tick();`,
          true,
        );
        inner();
        emit('}');
        return;
      }
      case 2:
      case 3: {
        const [left, right] = [`${own}l`, `${own}r`];
        const inside = [...scope, { name: left, kind: 'List', isFinal: true } as const];
        emit(
          pick([
            `if (${shape(scope)} instanceof Leaf(Object ${own}) && ${own} instanceof List<?> ${right}) { final List<Object> ${left} = ${listed}${right};`,
            `if (${shape(scope)} instanceof Node(Leaf(List<?> ${right}), _) && guard(${right})) { final List<Object> ${left} = ${listed}${right};`,
            `if (${shape(scope)} instanceof Node(var _, List<?> ${right})) { final List<Object> ${left} = ${listed}${right};`,
          ]),
        );
        block(inside, depth - 1, 1 + below(3), result, inLambda);
        emit('}');
        return;
      }
      case 4:
      case 5: {
        emit(`switch (${shape(scope)}) { case null -> {`);
        inner();
        emit(
          `} case Leaf(List<?> ${own}) when guard(${own}) -> { final List<Object> ${own}l = ${listed}${own};`,
        );
        block(
          [...scope, { name: `${own}l`, kind: 'List', isFinal: true }],
          depth - 1,
          1 + below(2),
          result,
          inLambda,
        );
        emit(`} case Node(Leaf(var _), var ${own}r) when guard(${own}r) -> {`);
        inner();
        emit(`} case Way.UP -> R.tick(); case Shape ${own}s -> ${touch(`${own}s`)}; }`);
        return;
      }
      case 6:
      case 7: {
        const variable: Variable = {
          name: fresh('v'),
          kind: pick<Kind>(['List', 'Iterator']),
          isFinal: chance(0.5),
        };
        emit(
          `${variable.isFinal ? 'final ' : ''}${typeOf(variable.kind)} ${variable.name} = switch (${shape(scope)}) { case null -> { try {`,
        );
        closed();
        emit(`if (R.flip()) yield ${reference(scope, variable.kind)}; } finally {`);
        closed();
        emit(
          `} yield ${reference(scope, variable.kind)}; } case Leaf(${variable.kind}<?> ${own}l) when guard(${own}l) -> (${typeOf(variable.kind)}) ${own}l;`,
        );
        emit(`case Node(Leaf(_), ${variable.kind}<?> ${own}r) -> { try { try {`);
        closed();
        emit(`yield (${typeOf(variable.kind)}) ${own}r; } finally {`);
        closed();
        emit(`} } catch (RuntimeException _) { yield ${reference(scope, variable.kind)}; } }`);
        emit(`default -> ${reference(scope, variable.kind)}; };`);
        scope.push(variable);
        return;
      }
      case 8:
      case 9: {
        const how = pick([
          ['join(Thread.ofVirtual().start(() -> {', '}));'],
          ['join(Thread.startVirtualThread(() -> {', '}));'],
          ['join(Thread.ofPlatform().daemon().start(() -> {', '}));'],
          [`{ Thread ${own} = Thread.ofVirtual().unstarted(() -> {`, `}); ${own}.start(); join(${own}); }`],
          ['pool(() -> {', '});'],
          ['pool(() -> {', '});'],
        ] as const);
        emit(how[0]);
        captured();
        emit(how[1]);
        return;
      }
      case 10:
      case 11:
        emit(`ScopedValue.where(SCOPE, ${anything(scope)}).run(() -> {`);
        captured();
        emit(chance(0.5) ? `${touch('SCOPE.get()')}; });` : '});');
        return;
      case 12:
      case 13: {
        const from = list === undefined || chance(0.3) ? 'sl' : list.name;
        const end = pick(['.toList();', `.forEach(${own} -> R.tick());`, '.iterator();']);
        emit(
          `new ArrayList<Object>(${from}).stream()${pick([
            `.gather(Gatherer.<Object, Object>ofSequential((_, ${own}e, ${own}d) -> { R.tick();`,
            `.gather(Gatherer.<Object, List<Object>, Object>ofSequential(() -> sl, (_, ${own}e, ${own}d) -> { R.tick();`,
            `.<Object>mapMulti((${own}e, ${own}d) -> { R.tick();`,
            `.takeWhile(${own}e -> { R.tick();`,
          ])}`,
        );
        const open = writer.last();
        captured();
        emit(
          open.includes('gather')
            ? `return ${own}d.push(${own}e); }))${end}`
            : open.includes('mapMulti')
              ? `${own}d.accept(${own}e); ${own}d.accept("m"); })${end}`
              : `return R.flip(); })${end}`,
        );
        return;
      }
      case 14:
        emit(
          `for (Leaf ${own} : new Leaf[] { new Leaf(${anything(scope)}), new Leaf(seen) }) { ${touch(`${own}.of()`)};`,
        );
        inner();
        emit('}');
        return;
      case 15: {
        emit(`switch (Way.values()[R.pick(2)]) { case UP -> {`);
        inner();
        emit('} case DOWN -> {');
        inner();
        emit('} }');
        return;
      }
      case 16: {
        emit(`{ Function<Object, Supplier<Object>> ${own} = ${own}a -> () -> { R.tick();`);
        captured();
        emit(`return ${own}a; }; ${touch(`${own}.apply(${anything(scope)}).get()`)}; }`);
        return;
      }
      case 17:
      case 18:
      case 19: {
        const kind = pick<Kind>(['List', 'Iterator', 'Collection']);
        const variable = find(scope, kind);
        if (variable === undefined) return;
        emit(`switch ((Object) ${variable.name}) { case null -> R.tick();`);
        emit(
          `case ${kind}<?> ${own} ${kind === 'Iterator' ? '' : `when ${own}.size() ${pick(['> 0', '< 3'])}`} -> { final ${typeOf(kind)} ${own}l = (${typeOf(kind)}) ${own};`,
        );
        block(
          [...scope, { name: `${own}l`, kind, isFinal: true }],
          depth - 1,
          1 + below(3),
          result,
          inLambda,
        );
        emit('} default -> R.tick(); }');
        return;
      }
      case 20: {
        const kind = pick<Kind>(['List', 'Iterator']);
        const variable: Variable = { name: fresh('v'), kind, isFinal: chance(0.5) };
        emit(
          `${variable.isFinal ? 'final ' : ''}${typeOf(kind)} ${variable.name} = switch (R.pick(3)) { case 0 -> ${reference(scope, kind)}; case 1 -> { try {`,
        );
        closed();
        emit(`yield ${reference(scope, kind)}; } finally {`);
        closed();
        emit(`} } default -> ${reference(scope, kind)}; };`);
        scope.push(variable);
        return;
      }
      default:
        emit('try {');
        inner();
        emit('} catch (IllegalStateException | NoSuchElementException _) {');
        inner();
        emit('}');
        return;
    }
  };

  /** Walks a collection that is updated meanwhile, in most programs a new one that the method has made. */
  const scenario = (scope: readonly Variable[], own: string): void => {
    const [collection, walk] = [`${own}c`, `${own}i`];
    const made = pick([newCollection('Collection'), newCollection('List'), reference(scope, 'Collection')]);
    lines(
      `try { final Collection<Object> ${collection} = ${made};`,
      `R.add(@, ${collection}, "w");`,
      `final Iterator<Object> ${walk} = R.iterator(@, ${collection});`,
    );
    if (chance(0.5)) emit(`R.hasNext(@, ${walk});`);
    // What is updated, or something like it.
    if (chance(0.8)) lines(...pick(updatesOf(writer.name, chance(0.7) ? collection : 'sl', own)));
    lines(`R.next(@, ${walk});`, `} catch (RuntimeException _) { R.tick(); }`);
  };

  const statement = (scope: Variable[], depth: number, result: Kind | 'void', inLambda: boolean): void => {
    const own = fresh('n');
    if (chance(0.2)) {
      scenario(scope, own);
      return;
    }
    if (depth > 0 && chance(0.5)) {
      blocks(scope, depth, result, inLambda);
      return;
    }
    switch (pick(statements)) {
      case 0:
      case 1:
      case 2:
        view(scope);
        return;
      case 3:
      case 4:
        update(scope);
        return;
      case 5:
        define(
          scope,
          `(Object) ${pick([`new Leaf(${anything(scope)}).of()`, `new Node(shape, ${anything(scope)}).right()`, `new Many(${anything(scope)}).all()[0]`, `new Child(${anything(scope)}).of`, `new Child("c", ${anything(scope)}).own`])}`,
        );
        return;
      case 6:
        define(
          scope,
          `(Object) ${pick([
            '(SCOPE.isBound() ? SCOPE.get() : sl)',
            'seen',
            `firstOf(${anything(scope)}, "f")`,
            `((Function<Object, Object>) ${writer.name}::firstOf).apply(${anything(scope)})`,
            `((BiFunction<Object, Object, Object>) ${writer.name}::firstOf).apply(${anything(scope)}, ${anything(scope)})`,
            `${pick(['Way.UP', 'Way.DOWN'])}.go(${anything(scope)})`,
            'R.last(bag)',
            'R.last(bag.reversed())',
          ])}`,
        );
        return;
      case 7:
        emit(`${pick([`new Child(${anything(scope)})`, `new Child("c", ${anything(scope)})`])};`);
        return;
      case 8:
        emit(`${touch(pick([anything(scope), shape(scope)]))};`);
        return;
      case 9:
        emit(`shape = ${shape(scope)};`);
        return;
      case 10:
        emit(
          pick([
            `R.print("" + ${shape(scope)} + ${below(3)});`,
            `R.print(${below(3)} + " " + new Leaf("t") + new Leaf("u"));`,
            `new Leaf(${anything(scope)}).equals(new Leaf(${anything(scope)}));`,
          ]),
        );
        return;
      case 11:
        emit(
          pick([
            'try { java.io.Reader.of(new Text()).read(); } catch (java.io.IOException _) { R.fail(); }',
            `new ArrayList<Object>(sl).stream().gather(new Own()).${pick(['toList()', `forEach(${own}e -> R.tick())`, 'findFirst()'])};`,
            `sl.stream().gather(Gatherers.windowFixed(2)).forEach(${own}w -> ${touch(`${own}w`)});`,
            `sl.stream().gather(Gatherers.<Object, Object>scan(() -> seen, (${own}s, ${own}e) -> { ${touch(`${own}s`)}; return ${own}e; })).toList();`,
          ]),
        );
        return;
      case 12:
        emit(
          pick([
            `Walks.of(() -> ${touch('seen')}).walk(${anything(scope)});`,
            `new Walks() { }.walk(${anything(scope)});`,
          ]),
        );
        return;
      case 13: {
        // A local type, whose code has events.
        const type = `L${own}`;
        const kind = below(3);
        emit(
          [
            `record ${type}(Object o) { Object go() { R.tick();`,
            `enum ${type} { ONE { Object go(Object o) { R.tick();`,
            `interface ${type} { default Object go(Object o) { R.tick();`,
          ][kind]!,
        );
        effect(kind === 0 ? 'this.o' : 'o');
        lines(
          ['return o; } }', 'return o; } }; abstract Object go(Object o); }', 'return o; } }'][kind]!,
          [
            `new ${type}(${anything(scope)}).go();`,
            `${type}.ONE.go(${anything(scope)});`,
            `new ${type}() { }.go(${anything(scope)});`,
          ][kind]!,
        );
        return;
      }
      default: {
        const collection = find(scope, 'Collection');
        if (collection === undefined) return;
        emit(`var _ = R.iterator(@, ${collection.name});`);
        return;
      }
    }
  };
  return { imports, members, newCollection, statement };
}

/** Members of R in both versions. */
export const newestCommon = `
  static Object last(java.util.List<Object> l) { return l.isEmpty() ? null : l.getLast(); }
  static java.util.Iterator<Object> walk(java.util.List<Object> l) { return new java.util.ArrayList<Object>(l).stream().iterator(); }
  static java.util.Set<java.util.Map.Entry<Object, Object>> entries(java.util.Map<Object, Object> m) { return new java.util.LinkedHashSet<>(m.entrySet()); }
  static java.util.SequencedMap<Object, Object> pairs(java.util.Map<Object, Object> m) { return m instanceof java.util.SequencedMap<Object, Object> s ? s : new java.util.LinkedHashMap<>(m); }
`;

/** Further members of R in the recorded version. */
export const newestRecording = `
  static void addFirst(int line, SequencedCollection<Object> c, Object o) { c.addFirst(o); log(line, "update", c, o); }
  static void addLast(int line, SequencedCollection<Object> c, Object o) { c.addLast(o); log(line, "update", c, o); }
  static Object removeFirst(int line, SequencedCollection<Object> c) { Object o = c.removeFirst(); log(line, "update", c); return o; }
  static Object removeLast(int line, SequencedCollection<Object> c) { Object o = c.removeLast(); log(line, "update", c); return o; }
  static Object putFirst(int line, SequencedMap<Object, Object> m, Object k, Object o) { Object b = m.putFirst(k, o); log(line, "put", m, k); return b; }
  static Object putLast(int line, SequencedMap<Object, Object> m, Object k, Object o) { Object b = m.putLast(k, o); log(line, "put", m, k); return b; }
`;

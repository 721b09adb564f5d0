import { diceFrom, randomSource } from './dice.ts';
import { newestCommon, newestJava, newestRecording } from './random-newest.ts';

/**
 * Random Java programs, each in two versions with the same lines: A is compiled and analysed; B makes the
 * same calls through a recorder and is run. An event of B at a line is the event of the point of A at that line,
 * so that the reports of RV and RRV can be computed from one run without any weaving.
 */
export interface RandomProgram {
  /** Class name; nested classes start with it. */
  readonly name: string;
  readonly analysed: string;
  readonly recorded: string;
  /** Whether it calls methods and reads fields by reflection. */
  readonly reflects: boolean;
  /** Lines of what Java 17 does not have. */
  readonly newest: ReadonlySet<number>;
}

export type Kind = 'Iterator' | 'List' | 'Set' | 'Collection' | 'Map' | 'Runnable';

export interface Variable {
  readonly name: string;
  readonly kind: Kind;
  /** Lambdas may capture it. */
  readonly isFinal: boolean;
}

interface MethodShape {
  readonly name: string;
  readonly parameters: readonly Kind[];
  readonly result: Kind | 'void';
}

/** What parts of the generator write a program with. */
export interface ProgramWriter {
  readonly name: string;
  readonly below: (limit: number) => number;
  readonly chance: (probability: number) => boolean;
  readonly pick: <T>(choices: readonly T[]) => T;
  readonly fresh: (prefix: string) => string;
  /** Whether it has collections and iterators of its own in any case. */
  readonly usesOwnTypes: boolean;
  /** Arguments of constructors of the program's collections. */
  readonly size: string;
  readonly emit: (analysed: string, recorded: string, isNewest: boolean) => void;
  /** The analysed line that was written last. */
  readonly last: () => string;
  readonly typeOf: (kind: Kind) => string;
  readonly find: (scope: readonly Variable[], wanted: Kind) => Variable | undefined;
  /** A reference without an event. */
  readonly reference: (scope: readonly Variable[], kind: Kind) => string;
  readonly block: (
    scope: readonly Variable[],
    depth: number,
    size: number,
    result: Kind | 'void',
    inLambda: boolean,
  ) => void;
}

const collectionKinds: readonly Kind[] = ['List', 'Set', 'Collection'];

/** Writes one program of Java 17, or of Java 25 with what is new there (random-newest.ts). Every event is on a line of its own. */
export function randomProgram(name: string, seed: number, java: 17 | 25 = 17): RandomProgram {
  const random = randomSource(seed);
  const { below, pick } = diceFrom(random);
  const chance = (probability: number): boolean => random() < probability;
  const analysed: string[] = [];
  const recorded: string[] = [];
  const newestLines = new Set<number>();
  let counter = 0;
  const fresh = (prefix: string): string => `${prefix}${counter++}`;
  const line = (): number => analysed.length + 1;
  /** One line; `b` for the recorded version, with `@` for the line number. */
  const emit = (a: string, b: string = a): void => {
    recorded.push(b.replaceAll('@', String(line())));
    analysed.push(a);
  };

  const usesOwnTypes = chance(0.5);
  const reflects = chance(0.4);
  /** Whether collections get to code of the class library that may keep them: many then are anywhere. */
  const leaks = reflects || chance(0.4);
  const usesProxies = chance(0.4);
  /** Objects of classes without such a constructor are made by the program alone. */
  const size = chance(0.7) ? '2' : '';
  const methods: MethodShape[] = Array.from({ length: 2 + below(3) }, (_, index) => ({
    name: `m${index}`,
    parameters: Array.from({ length: below(3) }, () => pick<Kind>(['Iterator', 'List', 'Collection', 'Map'])),
    result: pick<Kind | 'void'>(['void', 'void', 'Iterator', 'List']),
  }));
  const fields: Variable[] = [
    { name: 'this.fl', kind: 'List', isFinal: true },
    { name: 'this.fi', kind: 'Iterator', isFinal: true },
    { name: 'sl', kind: 'List', isFinal: true },
    { name: 'si', kind: 'Iterator', isFinal: true },
    { name: 'sm', kind: 'Map', isFinal: true },
    { name: 'this.box.c', kind: 'Collection', isFinal: true },
    { name: 'this.box.i', kind: 'Iterator', isFinal: true },
    { name: 'si2[0]', kind: 'Iterator', isFinal: true },
    { name: 'this.fr', kind: 'Runnable', isFinal: true },
  ];

  const fits = (kind: Kind, wanted: Kind): boolean =>
    kind === wanted || (wanted === 'Collection' && (kind === 'List' || kind === 'Set'));
  const find = (scope: readonly Variable[], wanted: Kind): Variable | undefined => {
    const local = scope.filter((variable) => fits(variable.kind, wanted));
    const global = fields.filter((variable) => fits(variable.kind, wanted));
    if (local.length > 0 && (global.length === 0 || chance(0.75))) return pick(local);
    return global.length > 0 ? pick(global) : undefined;
  };
  const newCollection = (kind: Kind): string => {
    if (newest !== undefined && chance(0.4)) return newest.newCollection(kind);
    if (usesOwnTypes && kind !== 'Set' && chance(0.3))
      return pick([`new OwnList(${size})`, `new OwnList(${size})`, `new OwnView(${size})`]);
    if (usesOwnTypes && kind === 'Collection' && chance(0.3))
      return pick([
        `Collections.unmodifiableCollection(new OwnList(${size}))`,
        `Collections.unmodifiableCollection(new OwnView(${size}))`,
        `Collections.synchronizedCollection(new OwnList(${size}))`,
        `new OwnBag(${size})`,
      ]);
    return kind === 'Set' ? 'new HashSet<Object>()' : 'new ArrayList<Object>()';
  };
  /** A reference without an event. */
  const reference = (scope: readonly Variable[], kind: Kind): string => {
    const variable = find(scope, kind);
    if (variable !== undefined && chance(0.85)) return variable.name;
    if (kind === 'Iterator' && usesOwnTypes && chance(0.4))
      return `new OwnIterator(new ArrayList<Object>(sl).iterator())`;
    if (kind === 'Iterator') return chance(0.5) ? 'null' : 'si';
    if (kind === 'Map' && newest !== undefined && chance(0.5)) return newest.newCollection(kind);
    if (kind === 'Map')
      return usesOwnTypes && chance(0.3) ? `new OwnMap(${size})` : 'new HashMap<Object, Object>()';
    if (kind === 'Runnable') return 'null';
    return newCollection(kind);
  };

  const typeOf = (kind: Kind): string =>
    kind === 'Map' ? 'Map<Object, Object>' : kind === 'Runnable' ? 'Runnable' : `${kind}<Object>`;

  /** Defines a variable of the kind, with at most one event, and adds it to the scope. */
  const define = (scope: Variable[], kind: Kind): void => {
    const variable: Variable = { name: fresh('v'), kind, isFinal: chance(0.5) };
    const head = `${variable.isFinal ? 'final ' : ''}${typeOf(kind)} ${variable.name} = `;
    const collection = find(scope, 'Collection');
    const caller = methods.filter((method) => method.result === kind);
    if (kind === 'Iterator' && collection !== undefined && chance(0.7))
      emit(`${head}${collection.name}.iterator();`, `${head}R.iterator(@, ${collection.name});`);
    else if (kind === 'Set' && chance(0.6)) {
      const map = find(scope, 'Map');
      if (map === undefined) emit(`${head}new HashSet<Object>();`);
      else emit(`${head}${map.name}.keySet();`, `${head}R.keySet(@, ${map.name});`);
    } else if (caller.length > 0 && chance(0.4)) emit(`${head}${call(scope, pick(caller))};`);
    else if (collectionKinds.includes(kind) && chance(0.6)) emit(`${head}${newCollection(kind)};`);
    else emit(`${head}${reference(scope, kind)};`);
    scope.push(variable);
  };
  const call = (scope: readonly Variable[], method: MethodShape): string =>
    `this.${method.name}(${method.parameters.map((kind) => reference(scope, kind)).join(', ')})`;

  const element = (): string => (usesOwnTypes && chance(0.25) ? 'new Key()' : `"e${below(3)}"`);

  /** Walks a new collection that is updated behind the iterator's back, by whoever knows it. */
  const scenario = (scope: readonly Variable[]): void => {
    const collection = fresh('w');
    const walk = fresh('w');
    const list = reference(scope, 'List');
    emit('try {');
    emit(
      `final Collection<Object> ${collection} = ${pick([
        `new OwnList(${size})`,
        `new OwnList(${size})`,
        `new OwnView(${list})`,
        `new OwnBag(${size})`,
        `new OwnMap(${size}).values()`,
        `Collections.unmodifiableCollection(new OwnList(${size}))`,
        'new ArrayList<Object>(Arrays.asList("e0", "e1"))',
      ])};`,
    );
    const create = (): void =>
      emit(
        `final Iterator<Object> ${walk} = ${collection}.iterator();`,
        `final Iterator<Object> ${walk} = R.iterator(@, ${collection});`,
      );
    const update = (): void => {
      const way = pick([
        '',
        `grow(${collection});`,
        `held = ${collection}; growHeld();`,
        `new OwnMap(${size}).put("k", ${collection}); growKept();`,
        `bag.contains(${collection}); growKept();`,
        `new OwnView(new ArrayList<Object>(Collections.nCopies(1, ${collection}))).forEach(o -> { }); growKept();`,
      ]);
      if (way === '') emit(`${collection}.add("e0");`, `R.add(@, ${collection}, "e0");`);
      else emit(way);
    };
    create();
    if (chance(0.5)) emit(`${walk}.hasNext();`, `R.hasNext(@, ${walk});`);
    if (chance(0.8)) update();
    emit(`${walk}.next();`, `R.next(@, ${walk});`);
    emit(`} catch (RuntimeException ${fresh('e')}) { R.tick(); }`);
  };

  /** Shows a collection to code that prints or compares it, or takes what is in it. */
  const show = (scope: readonly Variable[]): void => {
    const shown = reference(scope, pick<Kind>(['List', 'List', 'Collection', 'Map', 'Iterator']));
    const list = reference(scope, 'List');
    emit(
      pick([
        `R.print("" + ${shown});`,
        `R.print(String.valueOf((Object) ${shown}));`,
        `R.print(new StringBuilder().append((Object) ${shown}).toString());`,
        `bag.contains(${shown});`,
        `sl.indexOf(${shown});`,
        `sl.containsAll(${list});`,
        `sl.equals(${list});`,
        `R.print("" + Objects.hashCode(${shown}));`,
        `new HashSet<Object>(bag).contains(${shown});`,
        `sm.containsValue(${shown});`,
        `sm.containsKey(${shown});`,
        `R.print("" + new ArrayList<Object>(${list}));`,
        ...(leaks
          ? [`Collections.frequency(bag, ${shown});`, `Arrays.asList(${shown}, ${list}).hashCode();`]
          : []),
        ...(usesOwnTypes
          ? [
              `R.print("" + new Failure(${shown}));`,
              `R.print(new StringBuilder().append(new Failure(${shown})).toString());`,
              `R.print(new Pair(${shown}, ${list}).toString());`,
              `bag.contains(new Pair(${shown}, "e0"));`,
              'R.print(String.format("%h", new Key()));',
            ]
          : []),
        ...(usesOwnTypes && leaks
          ? [`R.print("" + Collections.max(Arrays.asList("a", ${shown}), OwnIterator.order()));`]
          : []),
      ]),
    );
  };

  const block = (
    scope: readonly Variable[],
    depth: number,
    size: number,
    result: Kind | 'void',
    inLambda: boolean,
  ): void => {
    const inner = [...scope];
    for (let index = 0; index < size; index++) statement(inner, depth, result, inLambda);
  };

  const iteratorLoop = (scope: Variable[], depth: number, result: Kind | 'void', inLambda: boolean): void => {
    const iterator = find(scope, 'Iterator');
    if (iterator === undefined) {
      define(scope, 'Iterator');
      return;
    }
    emit(`while (`);
    // Some programs count what they take, or know otherwise when to stop.
    if (chance(0.2)) emit('R.flip() || R.flip()');
    else emit(`${iterator.name}.hasNext()`, `R.hasNext(@, ${iterator.name})`);
    emit(`) { R.tick();`);
    if (chance(0.85)) emit(`${iterator.name}.next();`, `R.next(@, ${iterator.name});`);
    if (usesProxies && chance(0.3)) emit('this.act.run();');
    block(scope, depth - 1, below(3), result, inLambda);
    if (chance(0.15)) emit('if (R.flip()) break;');
    emit('}');
  };

  /** Moves a collection, map or iterator through what may hold it: other collections, arrays, functions, reflection. */
  const transfer = (scope: Variable[]): void => {
    const list = find(scope, 'List');
    const collection = find(scope, 'Collection');
    const map = find(scope, 'Map');
    const iterator = find(scope, 'Iterator');
    const from = reference(scope, pick<Kind>(['List', 'List', 'Iterator', 'Map', 'Collection']));
    const key = `"k${below(2)}"`;
    switch (below(14)) {
      case 0:
      case 1:
        emit(`bag.add(${from});`, `R.add(@, bag, ${from});`);
        return;
      case 2:
      case 3:
        emit(`sm.put(${key}, ${from});`, `R.put(@, sm, ${key}, ${from});`);
        return;
      case 4:
        emit(`oa[${below(2)}] = ${from};`);
        return;
      case 5:
        if (map !== undefined)
          emit(`${map.name}.put(${key}, ${from});`, `R.put(@, ${map.name}, ${key}, ${from});`);
        return;
      case 6:
        if (list === undefined || collection === undefined) return;
        emit(`${list.name}.addAll(${collection.name});`, `R.addAll(@, ${list.name}, ${collection.name});`);
        return;
      case 7: {
        // Views hold what the map holds.
        const variable: Variable = { name: fresh('v'), kind: 'Collection', isFinal: chance(0.5) };
        if (map === undefined) return;
        const head = `${variable.isFinal ? 'final ' : ''}Collection<Object> ${variable.name} = `;
        emit(`${head}${map.name}.values();`, `${head}R.values(@, ${map.name});`);
        scope.push(variable);
        return;
      }
      default: {
        const kind = pick<Kind>(['List', 'List', 'Iterator', 'Map']);
        const variable: Variable = { name: fresh('v'), kind, isFinal: chance(0.5) };
        const type = typeOf(kind);
        const held = pick([
          'R.some(bag)',
          'R.some(bag)',
          `sm.get(${key})`,
          map === undefined ? 'sm.get("k0")' : `${map.name}.get(${key})`,
          `oa[${below(2)}]`,
          list === undefined ? 'null' : `${list.name}.subList(0, 0)`,
          list === undefined ? 'null' : `R.copy(${list.name})`,
          list === undefined
            ? 'null'
            : leaks
              ? `((java.util.function.Supplier<Object>) () -> same(${list.name})).get()`
              : `same(${list.name})`,
          ...(reflects
            ? [list === undefined ? 'null' : `reflected(${list.name})`, 'field()']
            : [
                list === undefined || !leaks ? 'kept' : `R.some(Collections.singletonList(${list.name}))`,
              ].filter((one) => one !== 'kept' || usesOwnTypes)),
          ...(usesOwnTypes
            ? [
                'kept',
                'kept',
                list === undefined ? 'null' : `R.some(new OwnView(${list.name}))`,
                list === undefined ? 'null' : `thrown(${list.name})`,
                list === undefined ? 'null' : `new Pair("e0", ${list.name}).right()`,
                list === undefined ? 'null' : `gridOf(${list.name}).clone()[0]`,
                `new OwnList(${size}).clone()`,
                iterator === undefined ? 'null' : `OwnIterator.copied(${iterator.name})`,
              ]
            : []),
          ...(usesProxies ? ['passed', list === undefined ? 'null' : `this.act.take(${list.name})`] : []),
          '((java.util.function.Supplier<Object>) ArrayList::new).get()',
          ...(usesOwnTypes && size === ''
            ? ['((java.util.function.Supplier<Object>) OwnList::new).get()']
            : []),
          list === undefined
            ? 'null'
            : `((java.util.function.Function<List<Object>, Object>) ${name}::same).apply(${list.name})`,
          map === undefined ? 'null' : `Collections.unmodifiableMap(${map.name})`,
          list === undefined ? 'null' : `Collections.synchronizedList(${list.name})`,
          list === undefined ? 'null' : `Collections.unmodifiableList(${list.name})`,
          list === undefined || !leaks ? 'null' : `Arrays.asList(${list.name}).get(0)`,
        ]);
        // A lambda captures what is final.
        if (held.includes('Supplier') && !(list?.isFinal ?? false)) return;
        const copy = fresh('o');
        emit(`Object ${copy} = ${held};`);
        emit(
          `${variable.isFinal ? 'final ' : ''}${type} ${variable.name} = ${copy} instanceof ${kind} ? (${type}) ${copy} : ${reference(scope, kind)};`,
        );
        scope.push(variable);
      }
    }
  };

  const statement = (scope: Variable[], depth: number, result: Kind | 'void', inLambda: boolean): void => {
    const iterator = find(scope, 'Iterator');
    const collection = find(scope, 'Collection');
    const map = find(scope, 'Map');
    if (newest !== undefined && chance(0.35)) {
      newest.statement(scope, depth, result, inLambda);
      return;
    }
    if (chance(0.15)) {
      transfer(scope);
      return;
    }
    if (chance(0.06)) {
      show(scope);
      return;
    }
    if (usesOwnTypes && chance(0.08)) {
      scenario(scope);
      return;
    }
    switch (below(depth > 0 ? 26 : 14)) {
      case 0:
      case 1:
        define(scope, 'Iterator');
        return;
      case 2:
        define(scope, pick<Kind>(['List', 'Set', 'Collection', 'Map']));
        return;
      case 3:
        if (iterator !== undefined) emit(`${iterator.name}.next();`, `R.next(@, ${iterator.name});`);
        return;
      case 4:
        if (iterator !== undefined) emit(`${iterator.name}.hasNext();`, `R.hasNext(@, ${iterator.name});`);
        return;
      case 5:
      case 6:
        if (collection !== undefined) {
          const argument = element();
          emit(`${collection.name}.add(${argument});`, `R.add(@, ${collection.name}, ${argument});`);
        }
        return;
      case 7:
        if (collection !== undefined)
          emit(`${collection.name}.remove("e0");`, `R.remove(@, ${collection.name}, "e0");`);
        return;
      case 8:
        if (map !== undefined) {
          const argument = element();
          emit(`${map.name}.put(${argument}, "v");`, `R.put(@, ${map.name}, ${argument});`);
        }
        return;
      case 9: {
        const variable = scope.filter(({ isFinal }) => !isFinal);
        if (variable.length === 0 || inLambda) return;
        const target = pick(variable);
        emit(`${target.name} = ${reference(scope, target.kind)};`);
        return;
      }
      case 10: {
        const target = pick(fields.filter(({ kind }) => kind !== 'Runnable'));
        emit(`${target.name} = ${reference(scope, target.kind)};`);
        return;
      }
      case 11:
        if (methods.length > 0) emit(`${call(scope, pick(methods))};`);
        return;
      case 12:
        emit(
          pick(['Init.value++;', 'this.box = new Box();', 'R.tick();', 'synchronized (this) { R.tick(); }']),
        );
        return;
      case 13:
        if (iterator !== undefined && chance(0.4))
          emit(
            `{ java.util.function.Supplier<Object> s = ${iterator.name}::next; s.get(); }`,
            `{ java.util.function.Supplier<Object> s = R.nextOf(@, ${iterator.name}); s.get(); }`,
          );
        else if (usesOwnTypes) emit(pick(['R.print("" + new Key());', 'sl.contains(new Key());']));
        return;
      case 14:
      case 15:
      case 16:
        iteratorLoop(scope, depth, result, inLambda);
        return;
      case 17:
      case 18:
        if (collection === undefined) return;
        emit(
          `for (Object ${fresh('x')} : ${collection.name}) { R.tick();`,
          `for (Object ${`x${counter - 1}`} : R.each(@, ${collection.name})) { R.tick();`,
        );
        block(scope, depth - 1, 1 + below(2), result, inLambda);
        emit('}');
        return;
      case 19:
        emit('if (R.flip()) {');
        block(scope, depth - 1, 1 + below(2), result, inLambda);
        if (chance(0.5)) {
          emit('} else {');
          block(scope, depth - 1, 1 + below(2), result, inLambda);
        }
        emit('}');
        return;
      case 20:
        emit('switch (R.pick(3)) { case 0:');
        block(scope, depth - 1, 1, result, inLambda);
        emit(chance(0.6) ? 'break; case 1:' : 'case 1:');
        block(scope, depth - 1, 1, result, inLambda);
        emit('default: }');
        return;
      case 21:
      case 22: {
        emit('try {');
        block(scope, depth - 1, 1 + below(3), result, inLambda);
        const both = chance(0.3);
        if (both || chance(0.7)) {
          emit(`} catch (RuntimeException ${fresh('e')}) { R.tick();`);
          block(scope, depth - 1, below(3), result, inLambda);
        } else {
          emit('} finally { R.tick();');
          block(scope, depth - 1, 1, result, inLambda);
        }
        if (both) {
          emit('} finally { R.tick();');
          block(scope, depth - 1, 1, result, inLambda);
        }
        emit('}');
        return;
      }
      case 23: {
        const captured = scope.filter(({ isFinal }) => isFinal);
        emit(
          pick([
            'R.run(() -> {',
            'this.fr = () -> {',
            ...(leaks ? [`sl.forEach(${fresh('e')} -> { R.tick();`] : []),
            'own(() -> {',
            ...(usesProxies ? ['this.act = acting(() -> {', 'this.act = acting(() -> {'] : []),
          ]),
        );
        const open = analysed.at(-1)!;
        block([...captured], depth - 1, 1 + below(2), 'void', true);
        emit(open.startsWith('this.fr') ? '};' : '});');
        return;
      }
      case 24:
        emit('if (this.fr != null) this.fr.run();');
        return;
      default:
        if (usesProxies && chance(0.6)) emit('this.act.run();');
        else if (chance(0.3)) emit('if (R.flip()) throw new IllegalStateException();');
        else if (!inLambda && chance(0.5))
          emit(
            result === 'void' ? 'if (R.flip()) return;' : `if (R.flip()) return ${reference(scope, result)};`,
          );
        return;
    }
  };

  const newest =
    java === 17
      ? undefined
      : newestJava({
          name,
          below,
          chance,
          pick,
          fresh,
          usesOwnTypes,
          size,
          emit: (a, b, isNewest) => {
            if (isNewest) newestLines.add(line());
            emit(a, b);
          },
          last: () => analysed.at(-1)!,
          typeOf,
          find,
          reference,
          block,
        });

  emit('import java.util.*;');
  newest?.imports();
  emit(`class ${name} {`);
  emit(
    'static List<Object> sl = new ArrayList<Object>(Arrays.asList("e0", "e1")); static Iterator<Object> si;',
  );
  emit(
    'static Map<Object, Object> sm = new HashMap<Object, Object>(); static Iterator<Object>[] si2 = new Iterator[1];',
  );
  emit('List<Object> fl = new ArrayList<Object>(); Iterator<Object> fi; Box box = new Box(); Runnable fr;');
  emit('static class Box { Collection<Object> c = sl; Iterator<Object> i; }');
  emit('static class Init { static int value; static {');
  emit('sl.add("init");', 'R.add(@, sl, "init");');
  emit('if (si != null) R.tick();');
  emit('} }');
  emit('static void own(Runnable r) { r.run(); }');
  if (usesProxies) {
    const types = pick(['new Class<?>[] { Act.class }', 'types(Act.class)']);
    emit('interface Act { void run(); Object take(Object o); }');
    emit('static Class<?>[] types(Class<?> t) { return new Class<?>[] { t }; }');
    emit('Act act = acting(null);');
    emit('static Object passed; static Act acting(Runnable r) {');
    emit(`return (Act) java.lang.reflect.Proxy.newProxyInstance(${name}.class.getClassLoader(), ${types},`);
    emit('(p, m, a) -> { R.tick(); if (r != null) r.run();');
    if (chance(0.7)) emit('sl.add("acted");', 'R.add(@, sl, "acted");');
    emit('if (a == null) return null; Object o = passed; passed = a[0]; return R.flip() ? a[0] : o; }); }');
  }
  emit('static List<Object> bag = new ArrayList<Object>(); static Object[] oa = new Object[2];');
  emit('static List<Object> same(List<Object> l) { return l; }');
  newest?.members();
  if (reflects) {
    emit(
      `static Object reflected(List<Object> l) { try { return ${name}.class.getDeclaredMethod("same", List.class).invoke(null, l); } catch (Exception e) { return null; } }`,
    );
    emit(
      `static Object field() { try { return ${name}.class.getDeclaredField("sl").get(null); } catch (Exception e) { return null; } }`,
    );
  }
  if (usesOwnTypes) {
    // Hash maps make trees of keys with one hash. Those that cannot be compared stand in the order of their identity hashes, which depends on
    // what else was hashed: full and residual monitor would see different programs.
    emit('static class Key implements Comparable<Key> { static int made; final int at = made++;');
    emit('public int compareTo(Key other) { R.tick();');
    emit('return at - other.at; } public int hashCode() { R.tick();');
    if (chance(0.5)) emit('sl.add("hash");', 'R.add(@, sl, "hash");');
    emit('return 1; } public String toString() { R.tick();');
    if (chance(0.5)) emit('sl.remove("e1");', 'R.remove(@, sl, "e1");');
    emit('return "key"; } public boolean equals(Object o) { R.tick();');
    if (chance(0.5)) emit('kept = o;');
    emit('return this == o; } }');
    emit('record Pair(Object left, Object right) { }');
    emit(
      'static Object[] gridOf(Object o) { Object[][] grid = new Object[1][1]; grid[0][0] = o; return grid[0]; }',
    );
    emit('static class Failure extends RuntimeException { Object of; Failure(Object of) { this.of = of; }');
    emit('public String getMessage() { R.tick();');
    if (chance(0.5)) emit('sl.add("failed");', 'R.add(@, sl, "failed");');
    emit('return "failure"; } }');
    emit(
      'static Object thrown(Object o) { try { throw new Failure(o); } catch (Failure f) { return f.of; } }',
    );
    emit('static Object kept; static Collection<Object> held;');
    emit('static void grow(Collection<Object> c) { R.tick();');
    emit('c.add("g");', 'R.add(@, c, "g");');
    emit('} static void growHeld() { R.tick();');
    emit('held.add("h");', 'R.add(@, held, "h");');
    emit(
      '} static void growKept() { R.tick(); if (!(kept instanceof Collection)) return; Collection<Object> c = (Collection<Object>) kept;',
    );
    emit('c.add("k");', 'R.add(@, c, "k");');
    emit('}');
    emit(
      'static class OwnIterator implements Iterator<Object>, Cloneable { Iterator<Object> it; OwnIterator(Iterator<Object> it) { this.it = it; }',
    );
    emit('static Comparator<Object> order() { return Comparator.comparing(o -> keyOf(o)); }');
    emit(
      'static Object copied(Object o) { try { return o instanceof OwnIterator ? ((OwnIterator) o).clone() : null; } catch (CloneNotSupportedException e) { return null; } }',
    );
    emit('public boolean hasNext() { R.tick();');
    if (chance(0.3)) emit('sl.add("asked");', 'R.add(@, sl, "asked");');
    emit('return');
    emit('it.hasNext();', 'R.hasNext(@, it);');
    emit('} public Object next() { R.tick();');
    if (chance(0.2)) emit('sl.remove("e1");', 'R.remove(@, sl, "e1");');
    if (chance(0.4)) emit('this.hasNext();', 'R.hasNext(@, this);');
    emit('return');
    emit('it.next(); }', 'R.next(@, it); }');
    emit('}');
    emit('static String keyOf(Object o) { R.tick();');
    if (chance(0.3)) emit('kept = o;');
    if (chance(0.3)) emit('sl.remove("e2");', 'R.remove(@, sl, "e2");');
    emit('return "k"; }');
    // A list by position, whose iterators are the class library's, and a collection with iterators of its own.
    const constructorOf = (owner: string, body: string): string =>
      `${owner}(${size === '' ? '' : 'int made'}) { ${body} }`;
    emit(
      `static class OwnView extends AbstractList<Object> { List<Object> of; ${constructorOf('OwnView', '')} OwnView(List<Object> of) { this.of = of; }`,
    );
    emit('public int size() { R.tick();');
    if (chance(0.3)) emit('sl.add("size");', 'R.add(@, sl, "size");');
    emit(
      'return of == null || of == this ? 2 : Math.min(of.size(), 3); } public Object get(int n) { R.tick();',
    );
    if (chance(0.4)) emit('sl.add("got");', 'R.add(@, sl, "got");');
    emit('return of == null || of == this ? "e" + n : of.get(n); } }');
    emit(`static class OwnMap extends HashMap<Object, Object> { ${constructorOf('OwnMap', '')}`);
    emit('public Object put(Object k, Object v) { R.tick();');
    if (chance(0.3)) emit('kept = v;');
    if (chance(0.3)) emit('sl.add("mapped");', 'R.add(@, sl, "mapped");');
    emit('return super.put(k, v); } public Object get(Object k) { R.tick();');
    emit(chance(0.3) ? 'return si; } }' : 'return super.get(k); } }');
    emit(
      `static class OwnBag extends AbstractCollection<Object> { ${constructorOf('OwnBag', '')} public int size() { return 2; }`,
    );
    emit(
      'static final Iterator<Object> SHARED = new OwnIterator(new ArrayList<Object>(Arrays.asList("s0", "s1", "s2")).iterator());',
    );
    emit('public Iterator<Object> iterator() { R.tick();');
    emit(
      pick([
        'return new OwnIterator(new ArrayList<Object>(sl).iterator()); } }',
        `return new OwnView(${size}).iterator(); } }`,
        `return si == null ? new OwnView(${size}).iterator() : si; } }`,
        'return sl.size() % 2 == 0 ? SHARED : new OwnIterator(new ArrayList<Object>(sl).iterator()); } }',
        'return si; } }',
      ]),
    );
    emit(
      `static class OwnList extends ArrayList<Object> { Iterator<Object> cached; ${constructorOf('OwnList', 'super.add("own");')}`,
    );
    emit('public Iterator<Object> iterator() { R.tick();');
    switch (below(4)) {
      case 0:
        emit('if (cached == null) cached = super.iterator(); return cached; }');
        break;
      case 1:
        emit('return new OwnIterator(super.iterator()); }');
        break;
      case 2:
        emit('return si = super.iterator(); }');
        break;
      default:
        emit('return super.iterator(); }');
    }
    emit('public boolean add(Object o) { R.tick();');
    if (chance(0.4)) emit('sl.remove("e0");', 'R.remove(@, sl, "e0");');
    emit('return super.add(o); }');
    emit('}');
  }
  for (const method of methods) {
    const parameters = method.parameters.map(
      (kind, index): Variable => ({ name: `p${index}`, kind, isFinal: chance(0.5) }),
    );
    emit(
      `${method.result === 'void' ? 'void' : typeOf(method.result)} ${method.name}(${parameters
        .map(({ name: parameter, kind, isFinal }) => `${isFinal ? 'final ' : ''}${typeOf(kind)} ${parameter}`)
        .join(', ')}) { R.tick();`,
    );
    const scope = [...parameters];
    const size = 4 + below(7);
    for (let index = 0; index < size; index++) statement(scope, 3, method.result, false);
    if (method.result !== 'void') emit(`return ${reference(scope, method.result)};`);
    emit('}');
  }
  emit(`static void start() { ${name} o = new ${name}(); for (int n = 0; n < 3; n++) {`);
  for (const method of methods)
    emit(
      `try { o.${method.name}(${method.parameters
        .map((kind) => reference([], kind).replaceAll('this.', 'o.'))
        .join(', ')}); } catch (RuntimeException e) { R.tick(); }`,
    );
  emit('} }');
  emit('}');
  return {
    name,
    analysed: analysed.join('\n'),
    recorded: recorded.join('\n'),
    reflects,
    newest: newestLines,
  };
}

/** What both versions call that is no event. */
const common = `
  static int fuel; static long state;
  static final class Out extends Error { Out() { super(null, null, false, false); } }
  static void tick() { if (--fuel < 0) throw new Out(); }
  static int pick(int n) { state = state * 6364136223846793005L + 1442695040888963407L; return (int) ((state >>> 40) % n); }
  static boolean flip() { return pick(2) == 0; }
  static void fail() { throw new IllegalStateException(); }
  static boolean never() { return fuel < -1; }
  static void run(Runnable r) { r.run(); }
  static void print(String s) { }
  static java.util.List<Object> copy(java.util.List<Object> l) { return l.size() > 30 ? null : new java.util.ArrayList<Object>(l); }
  static Object some(java.util.Collection<?> c) { int n = c.isEmpty() ? 0 : pick(c.size()); for (Object o : c.toArray()) if (n-- == 0) return o; return null; }
`;

export function analysedSupport(java: 17 | 25): string {
  return `class R { ${common} ${java === 17 ? '' : newestCommon} }`;
}

/** Runs the programs that it is called with in their analysed version, or woven. */
export function runsAll(java: 17 | 25): string {
  return `class Main {
  ${java === 17 ? 'public static ' : ''}void main(String[] names) throws Exception {
    for (int k = 0; k < names.length; k++) {
      R.fuel = 1500; R.state = k + 1;
      try { java.lang.reflect.Method m = Class.forName(names[k]).getDeclaredMethod("start"); m.setAccessible(true); m.invoke(null); }
      catch (java.lang.reflect.InvocationTargetException e) { System.out.println(names[k] + " ends by " + e.getCause().getClass()); }
      catch (StackOverflowError e) { System.out.println(names[k] + " ends by " + e.getClass()); }
    }
  }
}`;
}

/** Logs `class method pc line operation object object`; `next` before the call, everything else after it returned. */
export function recordedSupport(java: 17 | 25): string {
  return `
import java.io.*;
import java.util.*;
class R { ${common} ${java === 17 ? '' : newestCommon + newestRecording}
  static PrintWriter out; static IdentityHashMap<Object, Integer> ids = new IdentityHashMap<>();
  static String program; static int events;
  static int id(Object o) { Integer id = ids.get(o); if (id == null) { id = ids.size(); ids.put(o, id); } return id; }
  static String place() {
    return StackWalker.getInstance().walk(s -> s.filter(f -> !f.getClassName().equals("R") && !f.getClassName().startsWith("R$"))
      .findFirst().map(f -> f.getClassName() + " " + f.getMethodName() + " " + f.getByteCodeIndex()).get());
  }
  static void log(int line, String what, Object... objects) {
    if (++events > 3000) throw new Out();
    StringBuilder b = new StringBuilder(place()).append(' ').append(line).append(' ').append(what);
    for (Object o : objects) b.append(' ').append(o == null ? "null" : "" + id(o));
    out.println(b);
  }
  static Iterator<Object> iterator(int line, Collection<Object> c) { Iterator<Object> i = c.iterator(); log(line, "iterator", c, i); return i; }
  static boolean hasNext(int line, Iterator<Object> i) { boolean b = i.hasNext(); log(line, "hasNext", i); log(line, b ? "hasnexttrue" : "hasnextfalse", i); return b; }
  static Object next(int line, Iterator<Object> i) { if (i == null) throw new NullPointerException(); log(line, "next", i); return i.next(); }
  static boolean add(int line, Collection<Object> c, Object o) { boolean b = c.add(o); log(line, "update", c, o); return b; }
  static boolean remove(int line, Collection<Object> c, Object o) { boolean b = c.remove(o); log(line, "update", c, o); return b; }
  static Object put(int line, Map<Object, Object> m, Object o) { Object b = m.put(o, "v"); log(line, "put", m, o); return b; }
  static Object put(int line, Map<Object, Object> m, Object k, Object o) { Object b = m.put(k, o); log(line, "put", m, k); return b; }
  static boolean addAll(int line, Collection<Object> c, Collection<Object> o) { if (c.size() + o.size() > 30) throw new IllegalStateException(); boolean b = c.addAll(o); log(line, "update", c, o); return b; }
  static Collection<Object> values(int line, Map<Object, Object> m) { Collection<Object> s = m.values(); log(line, "view", m, s); return s; }
  static Set<Object> keySet(int line, Map<Object, Object> m) { Set<Object> s = m.keySet(); log(line, "view", m, s); return s; }
  static java.util.function.Supplier<Object> nextOf(int line, Iterator<Object> i) { Objects.requireNonNull(i); return () -> next(line, i); }
  static Iterable<Object> each(int line, Collection<Object> c) {
    return () -> { Iterator<Object> i = iterator(line, c); return new Iterator<Object>() {
      public boolean hasNext() { return R.hasNext(line, i); }
      public Object next() { return R.next(line, i); } }; };
  }
  public static void main(String[] args) throws Exception {
    out = new PrintWriter(new BufferedWriter(new FileWriter(args[0])));
    for (int k = 1; k < args.length; k++) {
      fuel = 1500; state = k; events = 0; ids.clear();
      out.println("program " + args[k] + " begins");
      try { java.lang.reflect.Method m = Class.forName(args[k]).getDeclaredMethod("start"); m.setAccessible(true); m.invoke(null); }
      catch (java.lang.reflect.InvocationTargetException e) { out.println("end of it: " + e.getCause().getClass()); }
      catch (StackOverflowError e) { out.println("end of it: " + e.getClass()); }
    }
    out.close();
  }
}
`;
}

import { type CompileOptions, finish, letterLookup, limitsOf, verdictNames } from './compile-options.ts';
import { determinize, toNfa } from './determinize.ts';
import type { Dfa, EventId, StateId } from './dfa.ts';
import type { Ere } from './ere.ts';
import { foldTree } from './fold-tree.ts';
import type { AutomatonLimits } from './limits.ts';
import { minimize } from './minimize.ts';
import { EPSILON, type Nfa, type NfaBuilder, nfaBuilder } from './nfa.ts';
import { complement, intersection } from './product.ts';
import { coreachable, statesOf } from './reachability.ts';

/** Part of an automaton with one entry and one exit; nothing enters the entry or leaves the exit. */
interface Fragment {
  readonly entry: StateId;
  readonly exit: StateId;
}

/**
 * An NFA of the expression's language over `alphabet`: Thompson's construction (1968), two states per
 * operator; complements and intersections are determinised, minimised and embedded, so each level of `~`
 * or `&` may cost an exponential (bounded by the limits, RrvError(automatonLimit)). Throws
 * RrvError(formulaInvalid) for an event that is not in the alphabet.
 */
function ereToNfa(ere: Ere, alphabet: readonly string[], limits: AutomatonLimits): Nfa {
  const letterOf = letterLookup(alphabet);
  const builder = nfaBuilder(alphabet, limits);
  const { entry, exit } = foldTree<Ere, Fragment>(
    ere,
    operandsOf,
    (node, parts) => fragment(node, parts, builder, letterOf, limits),
    limits,
  );
  return builder.build([entry], [exit]);
}

function operandsOf(ere: Ere): readonly Ere[] {
  switch (ere.kind) {
    case 'epsilon':
    case 'empty':
    case 'event':
      return [];
    case 'concatenation':
    case 'union':
    case 'intersection':
      return ere.operands;
    case 'complement':
    case 'star':
    case 'plus':
      return [ere.operand];
    case 'repeat':
      return Array.from({ length: ere.count }, () => ere.operand);
  }
}

function fragment(
  node: Ere,
  parts: readonly Fragment[],
  builder: NfaBuilder,
  letterOf: (name: string) => EventId,
  limits: AutomatonLimits,
): Fragment {
  const language = (part: Fragment): Dfa =>
    minimize(determinize(builder.build([part.entry], [part.exit]), limits));
  switch (node.kind) {
    case 'complement':
      return embed(complement(language(parts[0]!)), builder);
    case 'intersection': {
      const [first, ...rest] = parts;
      if (first === undefined) return embed(complement(emptyLanguage(builder, limits)), builder);
      let result = language(first);
      for (const part of rest) result = minimize(intersection(result, language(part), limits));
      return embed(result, builder);
    }
  }
  const entry = builder.addState();
  const exit = builder.addState();
  switch (node.kind) {
    case 'epsilon':
      builder.addEdge(entry, EPSILON, exit);
      break;
    case 'empty':
      break;
    case 'event':
      builder.addEdge(entry, letterOf(node.name), exit);
      break;
    case 'concatenation':
    case 'repeat': {
      let from = entry;
      for (const part of parts) {
        builder.addEdge(from, EPSILON, part.entry);
        from = part.exit;
      }
      builder.addEdge(from, EPSILON, exit);
      break;
    }
    case 'union':
      for (const part of parts) {
        builder.addEdge(entry, EPSILON, part.entry);
        builder.addEdge(part.exit, EPSILON, exit);
      }
      break;
    case 'star':
    case 'plus': {
      const part = parts[0]!;
      builder.addEdge(entry, EPSILON, part.entry);
      builder.addEdge(part.exit, EPSILON, part.entry);
      builder.addEdge(part.exit, EPSILON, exit);
      if (node.kind === 'star') builder.addEdge(entry, EPSILON, exit);
    }
  }
  return { entry, exit };
}

function emptyLanguage(builder: NfaBuilder, limits: AutomatonLimits): Dfa {
  return determinize(builder.build([], []), limits);
}

function embed(dfa: Dfa, builder: NfaBuilder): Fragment {
  const nfa = toNfa(dfa);
  const entry = builder.addState();
  const exit = builder.addState();
  const states = nfa.edges.map(() => builder.addState());
  builder.addEdge(entry, EPSILON, states[dfa.initial]!);
  nfa.edges.forEach((edges, state) => {
    for (const edge of edges) builder.addEdge(states[state]!, edge.event, states[edge.target]!);
    if (nfa.accepting[state] === 1) builder.addEdge(states[state]!, EPSILON, exit);
  });
  return { entry, exit };
}

/**
 * The monitor of an extended regular expression: `match` after every trace of the language, `fail` after
 * every trace that no continuation leads into it (a bad prefix, Definition 2 of the paper). Minimal.
 * Limits and errors as `ereToNfa`; the subset construction has its own limit.
 */
export function compileEre(ere: Ere, alphabet: readonly string[], options: CompileOptions = {}): Dfa {
  const limits = limitsOf(options);
  const language = determinize(ereToNfa(ere, alphabet, limits), limits);
  const live = coreachable(language, statesOf(language, 'match'));
  const categories = language.categories.map((own, state) => (live[state] === 1 ? own : ['fail']));
  return finish({ ...language, categories }, options, verdictNames);
}

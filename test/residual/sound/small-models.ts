import type { Property } from '../../../src/property/model.ts';
import type { ExternalEvents, MethodModel } from '../../../src/residual/sound/models/method-model.ts';
import { methodModelBuilder } from '../../../src/residual/sound/models/method-model.ts';
import { removablePoints } from '../../../src/residual/sound/models/removable-points.ts';
import type { CheckMemory } from '../../../src/residual/sound/models/verdict-equivalence.ts';
import type { SliceAutomaton } from '../../../src/residual/sound/monitor/slice-automaton.ts';
import type { Weakenings } from '../../../src/residual/weakening.ts';
import { noWeakening } from '../../../src/residual/weakening.ts';
import type { SmallProgram } from './small-programs.ts';

const elsewhere = -1;

/** Where the object in `i` may come from at each node: creating nodes, or elsewhere. */
function origins(program: SmallProgram): readonly ReadonlySet<number>[] {
  const sets = program.operations.map(() => new Set<number>());
  const work = program.operations.map((_, node) => node);
  while (work.length > 0) {
    const node = work.pop()!;
    const operation = program.operations[node]!;
    const out =
      operation.kind === 'load'
        ? new Set([elsewhere])
        : operation.kind === 'new' || (operation.kind === 'event' && operation.creates)
          ? new Set([node])
          : sets[node]!;
    const flow = (values: ReadonlySet<number>, target: number): void => {
      if (target < 0) return;
      const before = sets[target]!.size;
      for (const value of values) sets[target]!.add(value);
      if (sets[target]!.size > before) work.push(target);
    };
    for (const target of program.normal[node]!) flow(out, target);
    for (const target of program.exceptional[node]!) flow(sets[node]!, target);
  }
  return sets;
}

/** What the residual analysis under test removes from a small program: the verdict-equivalence check on models made here. */
export function removedPoints(
  program: SmallProgram,
  property: Property,
  automaton: SliceAutomaton,
  memory: CheckMemory,
  weakenings: Weakenings = noWeakening,
): Uint8Array {
  const from = origins(program);
  const candidates = new Uint8Array(program.operations.length);
  program.operations.forEach((operation, node) => {
    if (operation.kind !== 'event') return;
    const onlyCreated =
      operation.creates ||
      (operation.arguments.includes('i') && !from[node]!.has(elsewhere) && from[node]!.size > 0);
    if (onlyCreated || weakenings.has('everyPointIsCandidate')) candidates[node] = 1;
  });
  const sites = program.operations.flatMap((operation, node) =>
    operation.kind === 'new' || (operation.kind === 'event' && operation.creates) ? [node] : [],
  );
  const models = sites.map((site) => modelOfSite(program, property, site, weakenings));
  return removablePoints(models, automaton, candidates, memory, { weakenings }).removed;
}

const notYet = 0;
const held = 1;
const lost = 2;

/** The slice class in which the confined parameter is the last object that `site` created, and all others come from elsewhere. */
function modelOfSite(
  program: SmallProgram,
  property: Property,
  site: number,
  weakenings: Weakenings,
): MethodModel {
  const builder = methodModelBuilder();
  const confined = confinedParameter(property);
  const external = (symbols: readonly number[]): ExternalEvents => ({ seen: symbols, removed: [] });
  const outside = [
    ...new Set(
      program.external.flatMap(({ symbol }) =>
        property.events[symbol]!.binds.includes(confined) ? [] : [symbol],
      ),
    ),
  ];
  // The method itself may run before and after: its points that do not name `i` are events of elsewhere, too.
  const again = program.operations.flatMap((operation) =>
    operation.kind === 'event' && !operation.arguments.includes('i') ? [operation.symbol] : [],
  );
  const during = builder.externals(external(weakenings.has('forgetExternalEvents') ? [] : outside));
  const around = builder.externals(
    external(weakenings.has('forgetHistory') ? [] : [...new Set([...outside, ...again])]),
  );
  const start = builder.location(around);
  const end = builder.location(around);
  const at = program.operations.map((operation) =>
    [notYet, held, lost].map(() => builder.location(operation.kind === 'call' ? during : 0)),
  );
  builder.silent(start, at[0]![notYet]!);
  program.operations.forEach((operation, node) => {
    for (const status of [notYet, held, lost]) {
      const here = at[node]![status]!;
      const to = (target: number, after: number): number => (target < 0 ? end : at[target]![after]!);
      const creates = operation.kind === 'new' || (operation.kind === 'event' && operation.creates);
      const after = (creates || operation.kind === 'load') && status === held ? lost : status;
      const mentions = operation.kind === 'event' && operation.arguments.includes('i');
      for (const target of program.normal[node]!) {
        if (operation.kind === 'event' && !creates && (!mentions || status === held))
          builder.pass(here, to(target, after), {
            point: node,
            symbol: operation.symbol,
            must: mentions && operation.arguments.length === 1,
          });
        else builder.silent(here, to(target, after));
        if (creates && node === site && status === notYet) {
          if (operation.kind === 'event')
            builder.pass(here, to(target, held), {
              point: node,
              symbol: operation.symbol,
              must: operation.arguments.length === 1,
            });
          else builder.silent(here, to(target, held));
        }
      }
      if (!weakenings.has('forgetExceptionalEdges'))
        for (const target of program.exceptional[node]!) {
          builder.silent(here, to(target, status));
          if (operation.kind === 'event' && !creates && (!mentions || status === held))
            builder.pass(here, to(target, status), {
              point: node,
              symbol: operation.symbol,
              must: false,
            });
        }
    }
  });
  return builder.build(start);
}

/** The parameter that `i` is bound to: the last one, by convention of the families. */
function confinedParameter(property: Property): number {
  return property.parameters.length - 1;
}

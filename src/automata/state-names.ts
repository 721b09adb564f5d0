/**
 * The names of an automaton's states, told apart: of equal ones all but the first have a number behind them, `start`
 * and `start 2`. No name of a property has a blank, so none of these is taken. Linear.
 */
export function distinctNames(names: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  return names.map((name) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count === 1 ? name : `${name} ${count}`;
  });
}

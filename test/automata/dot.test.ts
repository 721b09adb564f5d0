import { instance } from '@viz-js/viz';
import { expect, test } from 'vitest';
import { dfaToDot } from '../../src/automata/dot.ts';
import { libraryProperties } from '../../src/property/library/index.ts';

test('Graphviz draws the monitor of every library property, with each state once', async () => {
  const viz = await instance();
  for (const { name, monitor } of libraryProperties()) {
    const result = viz.render(dfaToDot(monitor, name), { format: 'svg' });
    expect([name, result.errors]).toEqual([name, []]);
    // One node per state and one for the arrow that marks the initial state.
    expect([name, result.output?.match(/class="node"/g)?.length]).toEqual([name, monitor.stateCount + 1]);
  }
});

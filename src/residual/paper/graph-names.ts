/** What `rrv graph` can draw, in the order in which it draws them. */
export const graphNames = ['automaton', 'monitor', 'extended', 'cfg'] as const;

export type GraphName = (typeof graphNames)[number];

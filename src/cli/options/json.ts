/** The option of commands whose data programs may read. */
export const jsonOption = { type: 'boolean', default: false, describe: 'Print JSON' } as const;

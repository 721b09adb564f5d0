/**
 * Table 1 of the paper, as printed. K = 10^3, M = 10^6; `relevant` and `removed` are its Rel and Nop.
 */
export interface PaperRow {
  readonly program: 'avrora' | 'fop' | 'sunflow' | 'pmd';
  readonly property: 'SafeListIterator' | 'SafeMapIterator' | 'SafeHasNext';
  readonly classes: readonly [relevant: number, removed: number];
  readonly methods: readonly [relevant: number, removed: number];
  /** As text: some are rounded to hundreds. */
  readonly instructions: readonly [relevant: string, removed: string, improvement: string];
  readonly events: readonly [rv: string, rrv: string, improvement: string];
}

const table = `
avrora  P1  41  14   99  56   165    86  2.09  1.36M  1.36M  1.00
fop     P1 123  33  275 103   700   210  1.43   729K   490K  1.49
sunflow P1  11   2   35  15    50    15  1.43  2.55M  1.27M  2.00
pmd     P1  86  27  200  95   420   146  1.53  4.77M   778K  6.13
avrora  P2  41  19  111  78   160   117  3.72   353K   246K  1.43
fop     P2 100  28  206  85  2.9K  2.6K  9.19   545K   351K  1.55
sunflow P2  11   6   32  24    40    26  2.86  2.55M  1.27M  2.00
pmd     P2  81  27  168  70   392   211  2.17  3.01M   2.6M  1.16
avrora  P3  32  11   76  33   160    79  1.98   1.5M  1.29M  1.16
fop     P3  70   7  145  31   376    67  1.22  1.07M   882K  1.21
sunflow P3   8   2   12   3    29     3  1.12  3.93M  2.65M  1.48
pmd     P3  65  21  126  48   343   115  1.50  5.64M  5.23M  1.08
`;

const properties = { P1: 'SafeListIterator', P2: 'SafeMapIterator', P3: 'SafeHasNext' } as const;

export const paperRows: readonly PaperRow[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const word = line.trim().split(/\s+/);
    return {
      program: word[0] as PaperRow['program'],
      property: properties[word[1] as keyof typeof properties],
      classes: [Number(word[2]), Number(word[3])],
      methods: [Number(word[4]), Number(word[5])],
      instructions: [word[6]!, word[7]!, word[8]!],
      events: [word[9]!, word[10]!, word[11]!],
    };
  });

export function paperRow(program: string, property: string): PaperRow | undefined {
  return paperRows.find((row) => row.program === program && row.property === property);
}

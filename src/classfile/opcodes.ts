/**
 * The one table of opcodes (JVMS 6.5 and table 6.2): mnemonic, operand layout, fixed stack effect, where control goes.
 * Everything that has to know an opcode asks this file.
 */
import type { Opcode } from './instruction.ts';

/** How the operands follow the opcode byte. The names are those of the JVMS's operand formats where it has one. */
export type OperandLayout =
  | 'none'
  /** The local variable is in the mnemonic: `iload_0`. */
  | 'impliedLocal'
  /** s1: bipush. */
  | 'byte'
  /** s2: sipush. */
  | 'short'
  /** u1, table 6.5.newarray-A. */
  | 'atype'
  /** u1 pool index: ldc. */
  | 'constant'
  /** u2 pool index: ldc_w, ldc2_w. */
  | 'wideConstant'
  /** u1 local variable; u2 after `wide`. */
  | 'local'
  /** u1 local variable and s1; u2 and s2 after `wide`. */
  | 'iinc'
  /** s2 offset. */
  | 'branch'
  /** s4 offset. */
  | 'wideBranch'
  | 'tableswitch'
  | 'lookupswitch'
  /** u2 pool index of a Fieldref. */
  | 'field'
  /** u2 pool index of a Methodref or InterfaceMethodref. */
  | 'method'
  /** u2 pool index of an InterfaceMethodref, count, zero. */
  | 'interfaceMethod'
  /** u2 pool index of an InvokeDynamic, two zeros. */
  | 'dynamic'
  /** u2 pool index of a Class. */
  | 'type'
  /** u2 pool index of a Class, u1 dimensions. */
  | 'multianewarray'
  /** The prefix of 6.5.wide. */
  | 'wide';

/**
 * Where control goes when the instruction completes normally. `next`: to the following instruction only;
 * `branch`: there or to the target; `jsr`: to the target, and later, through `ret`, to the following one.
 */
export type ControlFlow = 'next' | 'branch' | 'goto' | 'switch' | 'jsr' | 'ret' | 'return' | 'throw';

/**
 * Stack effect as a string, bottom of the stack first. `I` int, `F` float, `J` long, `D` double, `A`
 * reference, `R` return address, `w` one word of any type (the dup family, whose effect is defined on
 * words of category 1; JVMS 6.5). `undefined`: depends on the operand, see `stackEffect`.
 */
type Effect = string | undefined;

type Row = readonly [
  opcode: number,
  layout: OperandLayout,
  pops: Effect,
  pushes: Effect,
  controlFlow: ControlFlow,
];

// biome-ignore format: one row per opcode
const table = {
  nop: [0, 'none', '', '', 'next'],
  aconst_null: [1, 'none', '', 'A', 'next'],
  iconst_m1: [2, 'none', '', 'I', 'next'],
  iconst_0: [3, 'none', '', 'I', 'next'],
  iconst_1: [4, 'none', '', 'I', 'next'],
  iconst_2: [5, 'none', '', 'I', 'next'],
  iconst_3: [6, 'none', '', 'I', 'next'],
  iconst_4: [7, 'none', '', 'I', 'next'],
  iconst_5: [8, 'none', '', 'I', 'next'],
  lconst_0: [9, 'none', '', 'J', 'next'],
  lconst_1: [10, 'none', '', 'J', 'next'],
  fconst_0: [11, 'none', '', 'F', 'next'],
  fconst_1: [12, 'none', '', 'F', 'next'],
  fconst_2: [13, 'none', '', 'F', 'next'],
  dconst_0: [14, 'none', '', 'D', 'next'],
  dconst_1: [15, 'none', '', 'D', 'next'],
  bipush: [16, 'byte', '', 'I', 'next'],
  sipush: [17, 'short', '', 'I', 'next'],
  ldc: [18, 'constant', '', undefined, 'next'],
  ldc_w: [19, 'wideConstant', '', undefined, 'next'],
  ldc2_w: [20, 'wideConstant', '', undefined, 'next'],
  iload: [21, 'local', '', 'I', 'next'],
  lload: [22, 'local', '', 'J', 'next'],
  fload: [23, 'local', '', 'F', 'next'],
  dload: [24, 'local', '', 'D', 'next'],
  aload: [25, 'local', '', 'A', 'next'],
  iload_0: [26, 'impliedLocal', '', 'I', 'next'],
  iload_1: [27, 'impliedLocal', '', 'I', 'next'],
  iload_2: [28, 'impliedLocal', '', 'I', 'next'],
  iload_3: [29, 'impliedLocal', '', 'I', 'next'],
  lload_0: [30, 'impliedLocal', '', 'J', 'next'],
  lload_1: [31, 'impliedLocal', '', 'J', 'next'],
  lload_2: [32, 'impliedLocal', '', 'J', 'next'],
  lload_3: [33, 'impliedLocal', '', 'J', 'next'],
  fload_0: [34, 'impliedLocal', '', 'F', 'next'],
  fload_1: [35, 'impliedLocal', '', 'F', 'next'],
  fload_2: [36, 'impliedLocal', '', 'F', 'next'],
  fload_3: [37, 'impliedLocal', '', 'F', 'next'],
  dload_0: [38, 'impliedLocal', '', 'D', 'next'],
  dload_1: [39, 'impliedLocal', '', 'D', 'next'],
  dload_2: [40, 'impliedLocal', '', 'D', 'next'],
  dload_3: [41, 'impliedLocal', '', 'D', 'next'],
  aload_0: [42, 'impliedLocal', '', 'A', 'next'],
  aload_1: [43, 'impliedLocal', '', 'A', 'next'],
  aload_2: [44, 'impliedLocal', '', 'A', 'next'],
  aload_3: [45, 'impliedLocal', '', 'A', 'next'],
  iaload: [46, 'none', 'AI', 'I', 'next'],
  laload: [47, 'none', 'AI', 'J', 'next'],
  faload: [48, 'none', 'AI', 'F', 'next'],
  daload: [49, 'none', 'AI', 'D', 'next'],
  aaload: [50, 'none', 'AI', 'A', 'next'],
  baload: [51, 'none', 'AI', 'I', 'next'],
  caload: [52, 'none', 'AI', 'I', 'next'],
  saload: [53, 'none', 'AI', 'I', 'next'],
  istore: [54, 'local', 'I', '', 'next'],
  lstore: [55, 'local', 'J', '', 'next'],
  fstore: [56, 'local', 'F', '', 'next'],
  dstore: [57, 'local', 'D', '', 'next'],
  astore: [58, 'local', 'A', '', 'next'],
  istore_0: [59, 'impliedLocal', 'I', '', 'next'],
  istore_1: [60, 'impliedLocal', 'I', '', 'next'],
  istore_2: [61, 'impliedLocal', 'I', '', 'next'],
  istore_3: [62, 'impliedLocal', 'I', '', 'next'],
  lstore_0: [63, 'impliedLocal', 'J', '', 'next'],
  lstore_1: [64, 'impliedLocal', 'J', '', 'next'],
  lstore_2: [65, 'impliedLocal', 'J', '', 'next'],
  lstore_3: [66, 'impliedLocal', 'J', '', 'next'],
  fstore_0: [67, 'impliedLocal', 'F', '', 'next'],
  fstore_1: [68, 'impliedLocal', 'F', '', 'next'],
  fstore_2: [69, 'impliedLocal', 'F', '', 'next'],
  fstore_3: [70, 'impliedLocal', 'F', '', 'next'],
  dstore_0: [71, 'impliedLocal', 'D', '', 'next'],
  dstore_1: [72, 'impliedLocal', 'D', '', 'next'],
  dstore_2: [73, 'impliedLocal', 'D', '', 'next'],
  dstore_3: [74, 'impliedLocal', 'D', '', 'next'],
  astore_0: [75, 'impliedLocal', 'A', '', 'next'],
  astore_1: [76, 'impliedLocal', 'A', '', 'next'],
  astore_2: [77, 'impliedLocal', 'A', '', 'next'],
  astore_3: [78, 'impliedLocal', 'A', '', 'next'],
  iastore: [79, 'none', 'AII', '', 'next'],
  lastore: [80, 'none', 'AIJ', '', 'next'],
  fastore: [81, 'none', 'AIF', '', 'next'],
  dastore: [82, 'none', 'AID', '', 'next'],
  aastore: [83, 'none', 'AIA', '', 'next'],
  bastore: [84, 'none', 'AII', '', 'next'],
  castore: [85, 'none', 'AII', '', 'next'],
  sastore: [86, 'none', 'AII', '', 'next'],
  pop: [87, 'none', 'w', '', 'next'],
  pop2: [88, 'none', 'ww', '', 'next'],
  dup: [89, 'none', 'w', 'ww', 'next'],
  dup_x1: [90, 'none', 'ww', 'www', 'next'],
  dup_x2: [91, 'none', 'www', 'wwww', 'next'],
  dup2: [92, 'none', 'ww', 'wwww', 'next'],
  dup2_x1: [93, 'none', 'www', 'wwwww', 'next'],
  dup2_x2: [94, 'none', 'wwww', 'wwwwww', 'next'],
  swap: [95, 'none', 'ww', 'ww', 'next'],
  iadd: [96, 'none', 'II', 'I', 'next'],
  ladd: [97, 'none', 'JJ', 'J', 'next'],
  fadd: [98, 'none', 'FF', 'F', 'next'],
  dadd: [99, 'none', 'DD', 'D', 'next'],
  isub: [100, 'none', 'II', 'I', 'next'],
  lsub: [101, 'none', 'JJ', 'J', 'next'],
  fsub: [102, 'none', 'FF', 'F', 'next'],
  dsub: [103, 'none', 'DD', 'D', 'next'],
  imul: [104, 'none', 'II', 'I', 'next'],
  lmul: [105, 'none', 'JJ', 'J', 'next'],
  fmul: [106, 'none', 'FF', 'F', 'next'],
  dmul: [107, 'none', 'DD', 'D', 'next'],
  idiv: [108, 'none', 'II', 'I', 'next'],
  ldiv: [109, 'none', 'JJ', 'J', 'next'],
  fdiv: [110, 'none', 'FF', 'F', 'next'],
  ddiv: [111, 'none', 'DD', 'D', 'next'],
  irem: [112, 'none', 'II', 'I', 'next'],
  lrem: [113, 'none', 'JJ', 'J', 'next'],
  frem: [114, 'none', 'FF', 'F', 'next'],
  drem: [115, 'none', 'DD', 'D', 'next'],
  ineg: [116, 'none', 'I', 'I', 'next'],
  lneg: [117, 'none', 'J', 'J', 'next'],
  fneg: [118, 'none', 'F', 'F', 'next'],
  dneg: [119, 'none', 'D', 'D', 'next'],
  ishl: [120, 'none', 'II', 'I', 'next'],
  lshl: [121, 'none', 'JI', 'J', 'next'],
  ishr: [122, 'none', 'II', 'I', 'next'],
  lshr: [123, 'none', 'JI', 'J', 'next'],
  iushr: [124, 'none', 'II', 'I', 'next'],
  lushr: [125, 'none', 'JI', 'J', 'next'],
  iand: [126, 'none', 'II', 'I', 'next'],
  land: [127, 'none', 'JJ', 'J', 'next'],
  ior: [128, 'none', 'II', 'I', 'next'],
  lor: [129, 'none', 'JJ', 'J', 'next'],
  ixor: [130, 'none', 'II', 'I', 'next'],
  lxor: [131, 'none', 'JJ', 'J', 'next'],
  iinc: [132, 'iinc', '', '', 'next'],
  i2l: [133, 'none', 'I', 'J', 'next'],
  i2f: [134, 'none', 'I', 'F', 'next'],
  i2d: [135, 'none', 'I', 'D', 'next'],
  l2i: [136, 'none', 'J', 'I', 'next'],
  l2f: [137, 'none', 'J', 'F', 'next'],
  l2d: [138, 'none', 'J', 'D', 'next'],
  f2i: [139, 'none', 'F', 'I', 'next'],
  f2l: [140, 'none', 'F', 'J', 'next'],
  f2d: [141, 'none', 'F', 'D', 'next'],
  d2i: [142, 'none', 'D', 'I', 'next'],
  d2l: [143, 'none', 'D', 'J', 'next'],
  d2f: [144, 'none', 'D', 'F', 'next'],
  i2b: [145, 'none', 'I', 'I', 'next'],
  i2c: [146, 'none', 'I', 'I', 'next'],
  i2s: [147, 'none', 'I', 'I', 'next'],
  lcmp: [148, 'none', 'JJ', 'I', 'next'],
  fcmpl: [149, 'none', 'FF', 'I', 'next'],
  fcmpg: [150, 'none', 'FF', 'I', 'next'],
  dcmpl: [151, 'none', 'DD', 'I', 'next'],
  dcmpg: [152, 'none', 'DD', 'I', 'next'],
  ifeq: [153, 'branch', 'I', '', 'branch'],
  ifne: [154, 'branch', 'I', '', 'branch'],
  iflt: [155, 'branch', 'I', '', 'branch'],
  ifge: [156, 'branch', 'I', '', 'branch'],
  ifgt: [157, 'branch', 'I', '', 'branch'],
  ifle: [158, 'branch', 'I', '', 'branch'],
  if_icmpeq: [159, 'branch', 'II', '', 'branch'],
  if_icmpne: [160, 'branch', 'II', '', 'branch'],
  if_icmplt: [161, 'branch', 'II', '', 'branch'],
  if_icmpge: [162, 'branch', 'II', '', 'branch'],
  if_icmpgt: [163, 'branch', 'II', '', 'branch'],
  if_icmple: [164, 'branch', 'II', '', 'branch'],
  if_acmpeq: [165, 'branch', 'AA', '', 'branch'],
  if_acmpne: [166, 'branch', 'AA', '', 'branch'],
  goto: [167, 'branch', '', '', 'goto'],
  jsr: [168, 'branch', '', 'R', 'jsr'],
  ret: [169, 'local', '', '', 'ret'],
  tableswitch: [170, 'tableswitch', 'I', '', 'switch'],
  lookupswitch: [171, 'lookupswitch', 'I', '', 'switch'],
  ireturn: [172, 'none', 'I', '', 'return'],
  lreturn: [173, 'none', 'J', '', 'return'],
  freturn: [174, 'none', 'F', '', 'return'],
  dreturn: [175, 'none', 'D', '', 'return'],
  areturn: [176, 'none', 'A', '', 'return'],
  return: [177, 'none', '', '', 'return'],
  getstatic: [178, 'field', '', undefined, 'next'],
  putstatic: [179, 'field', undefined, '', 'next'],
  getfield: [180, 'field', 'A', undefined, 'next'],
  putfield: [181, 'field', undefined, '', 'next'],
  invokevirtual: [182, 'method', undefined, undefined, 'next'],
  invokespecial: [183, 'method', undefined, undefined, 'next'],
  invokestatic: [184, 'method', undefined, undefined, 'next'],
  invokeinterface: [185, 'interfaceMethod', undefined, undefined, 'next'],
  invokedynamic: [186, 'dynamic', undefined, undefined, 'next'],
  new: [187, 'type', '', 'A', 'next'],
  newarray: [188, 'atype', 'I', 'A', 'next'],
  anewarray: [189, 'type', 'I', 'A', 'next'],
  arraylength: [190, 'none', 'A', 'I', 'next'],
  athrow: [191, 'none', 'A', '', 'throw'],
  checkcast: [192, 'type', 'A', 'A', 'next'],
  instanceof: [193, 'type', 'A', 'I', 'next'],
  monitorenter: [194, 'none', 'A', '', 'next'],
  monitorexit: [195, 'none', 'A', '', 'next'],
  wide: [196, 'wide', undefined, undefined, 'next'],
  multianewarray: [197, 'multianewarray', undefined, 'A', 'next'],
  ifnull: [198, 'branch', 'A', '', 'branch'],
  ifnonnull: [199, 'branch', 'A', '', 'branch'],
  goto_w: [200, 'wideBranch', '', '', 'goto'],
  jsr_w: [201, 'wideBranch', '', 'R', 'jsr'],
} as const satisfies Record<string, Row>;

export type Mnemonic = keyof typeof table;

/** Opcodes by mnemonic: `Op.invokevirtual` is 182. */
export const Op = Object.freeze(
  Object.fromEntries(Object.entries(table).map(([mnemonic, row]) => [mnemonic, row[0]])),
) as { readonly [M in Mnemonic]: (typeof table)[M][0] };

export interface OpcodeInfo {
  readonly opcode: Opcode;
  readonly mnemonic: Mnemonic;
  readonly layout: OperandLayout;
  /** See `Effect`: one letter per value, bottom first; undefined when it depends on the operand. */
  readonly pops: Effect;
  readonly pushes: Effect;
  readonly controlFlow: ControlFlow;
  /** The opcode that `Instruction` uses for this one: `iload` for `iload_0`, `goto` for `goto_w`; else itself. */
  readonly base: Opcode;
  /** The local variable of `iload_0`. */
  readonly impliedLocal: number | undefined;
}

/** The highest opcode of JVMS 6.5; 202 (breakpoint), 254 and 255 are reserved (6.2) and never in a class file. */
export const maxOpcode = 201;

function describe(mnemonic: Mnemonic): OpcodeInfo {
  const [opcode, layout, pops, pushes, controlFlow]: Row = table[mnemonic];
  const short = /^([ilfda](?:load|store))_([0-3])$/.exec(mnemonic);
  const wide = /^(ldc|goto|jsr)_w$/.exec(mnemonic);
  const base = (short ?? wide)?.[1] as Mnemonic | undefined;
  return Object.freeze({
    opcode,
    mnemonic,
    layout,
    pops,
    pushes,
    controlFlow,
    base: base === undefined ? opcode : Op[base],
    impliedLocal: short === null ? undefined : Number(short[2]),
  });
}

const infos: readonly OpcodeInfo[] = (Object.keys(table) as Mnemonic[]).map(describe);

/** The row of an opcode. Throws on a number that is no opcode: that is a mistake of the caller. */
export function opcodeInfo(opcode: Opcode): OpcodeInfo {
  const info = infos[opcode];
  if (info === undefined) throw new RangeError(`${opcode} is not an opcode`);
  return info;
}

/** `invokevirtual` for 182. */
export function mnemonicOf(opcode: Opcode): Mnemonic {
  return opcodeInfo(opcode).mnemonic;
}

/** Whether control can reach the following instruction without a jump there; of `jsr` it cannot. */
export function fallsThrough(opcode: Opcode): boolean {
  const flow = opcodeInfo(opcode).controlFlow;
  return flow === 'next' || flow === 'branch';
}

/** Length in bytes of an instruction with a fixed layout, opcode included; 0 for switches and `wide`. */
export const fixedLength: Readonly<Record<OperandLayout, number>> = {
  none: 1,
  impliedLocal: 1,
  byte: 2,
  short: 3,
  atype: 2,
  constant: 2,
  wideConstant: 3,
  local: 2,
  iinc: 3,
  branch: 3,
  wideBranch: 5,
  tableswitch: 0,
  lookupswitch: 0,
  field: 3,
  method: 3,
  interfaceMethod: 5,
  dynamic: 5,
  type: 3,
  multianewarray: 4,
  wide: 0,
};

/** The conditional jump that jumps when the given one does not (JVMS 6.5.if<cond> and so on). */
export function inverseBranch(opcode: Opcode): Opcode {
  if (opcode === Op.ifnull) return Op.ifnonnull;
  if (opcode === Op.ifnonnull) return Op.ifnull;
  if (opcode < Op.ifeq || opcode > Op.if_acmpne)
    throw new RangeError(`${mnemonicOf(opcode)} is not a conditional jump`);
  // ifeq/ifne, iflt/ifge, ifgt/ifle, ... are neighbours, the first of each pair on an odd opcode
  return ((opcode + 1) ^ 1) - 1;
}

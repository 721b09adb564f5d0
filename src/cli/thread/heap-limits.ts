import { totalmem } from 'node:os';
import { join } from 'node:path';
import { getHeapStatistics } from 'node:v8';
import { isArchiveName } from '../../archive/entry-name.ts';
import { statusOf } from '../files/file-access.ts';
import { filesBelow } from '../files/files-below.ts';

const mebibyte = 1 << 20;

/**
 * Bounds of the young generation of V8's heap, in MB: its default, and what the largest programs gained from
 * (benchmarks/instrument/RESULTS.md).
 */
const youngGeneration = { least: 48, most: 384 } as const;

/** Bytes of the young generation for each byte of archives. */
const youngPerInput = 2;

/** The part of the machine's memory that the heap may grow to. */
const shareOfMemory = 3 / 4;

/** What a process knows of its memory. All in bytes. */
export interface Memory {
  /** Node's limit of the heap, the young generation in it. */
  readonly heapLimit: number;
  /** Whether the user has set that. */
  readonly isChosen: boolean;
  /**
   * The old generation alone, where the user has set that: how much larger the whole heap is differs between
   * versions of Node.
   */
  readonly oldGeneration?: number;
  /** Of the machine, or of the container. */
  readonly available: number;
}

/** As of `ResourceLimits` of node:worker_threads. */
export interface HeapLimits {
  readonly maxOldGenerationSizeMb: number;
  readonly maxYoungGenerationSizeMb: number;
}

/**
 * Limits of the heap for a command that reads `inputBytes` of archives. Node stops at some 4 GB, and collects
 * without end short of that; here a heap may grow to three quarters of the memory, unless the user has said
 * how far. Much of what an analysis makes stays: the larger the young generation, the less of it is copied in
 * vain, but small programs gain nothing and would take more memory.
 */
export function heapLimits(inputBytes: number, memory: Memory): HeapLimits {
  const { heapLimit, isChosen, oldGeneration, available } = memory;
  const { least, most } = youngGeneration;
  const limit = isChosen ? heapLimit : Math.max(heapLimit, available * shareOfMemory);
  return {
    maxOldGenerationSizeMb: Math.floor((oldGeneration ?? limit - least * mebibyte) / mebibyte),
    maxYoungGenerationSizeMb: Math.min(
      most,
      Math.max(least, Math.round((youngPerInput * inputBytes) / mebibyte)),
    ),
  };
}

/** Of this process, whose options may also stand in NODE_OPTIONS of its environment. */
export function memoryOf(environment: NodeJS.ProcessEnv): Memory {
  const constrained = process.constrainedMemory();
  return {
    heapLimit: getHeapStatistics().heap_size_limit,
    ...chosenSize([environment.NODE_OPTIONS ?? '', ...process.execArgv].join(' ')),
    available: Math.min(totalmem(), constrained === 0 ? Number.POSITIVE_INFINITY : constrained),
  };
}

/** What options of Node say of the heap. The last of several counts. */
function chosenSize(options: string): Pick<Memory, 'isChosen' | 'oldGeneration'> {
  const last = options.match(/--max[-_](?:old[-_]space|heap)[-_]size\S*/g)?.at(-1);
  const megabytes = /^--max[-_]old[-_]space[-_]size=(\d+)$/.exec(last ?? '')?.[1];
  return {
    isChosen: last !== undefined,
    ...(megabytes === undefined ? {} : { oldGeneration: Number(megabytes) * mebibyte }),
  };
}

/**
 * Bytes of what rrv reads at the paths: of files, and of the classes and archives below directories, as their
 * names say: it is an estimate, and no file is opened for it. What is not there counts nothing. Throws RrvError where the system does not let us look.
 */
export function bytesToRead(paths: readonly string[]): number {
  let bytes = 0;
  for (const path of paths) {
    const status = statusOf(path);
    if (status?.isFile() === true) bytes += status.size;
    else if (status?.isDirectory() === true) bytes += bytesBelow(path);
  }
  return bytes;
}

function bytesBelow(directory: string): number {
  let bytes = 0;
  for (const name of filesBelow(directory))
    if (name.endsWith('.class') || isArchiveName(name)) bytes += statusOf(join(directory, name))?.size ?? 0;
  return bytes;
}

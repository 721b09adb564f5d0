import type { CallRequest, Request } from '../../call-graph/request.ts';
import type { CallBack } from '../../facts/library-facts.ts';

/** One question, as plain data that means the same in every version of a program. */
export type Question =
  /** All code of the class. */
  | readonly ['code', string]
  | readonly ['targets', Request]
  | readonly ['facts', CallRequest]
  | readonly ['onClass', CallRequest, string]
  | readonly ['callBack', CallBack]
  | readonly ['callBackOn', string, CallBack]
  | readonly ['isLibrary', string]
  | readonly ['mayBeLibrary', string]
  | readonly ['isSubtype', string, string]
  | readonly ['superTypes', string]
  | readonly ['subtypes', string]
  | readonly ['resolve', string, string, string]
  | readonly ['reversed'];

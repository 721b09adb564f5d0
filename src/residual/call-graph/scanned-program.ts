import type { ClassFile } from '../../classfile/class-file.ts';
import type { CallRequest, Request } from './request.ts';
import type { ScannedMethod } from './scanned-code.ts';
import { scanClass } from './scanned-code.ts';

/** All methods of a program, with what their code asks for. */
export interface ScannedProgram {
  readonly methods: readonly ScannedMethod[];
  /** The object that stands for all requests that are equal to this one. */
  readonly intern: <R extends Request>(request: R) => R;
  /** The same with further classes at the end. */
  and(classes: Iterable<ClassFile>): ScannedProgram;
}

/** Reads each class once. O(instructions) time; memory is proportional to methods and distinct requests. */
export function scanProgram(classes: Iterable<ClassFile>): ScannedProgram {
  return scanned([], classes, interning());
}

function scanned(
  before: readonly ScannedMethod[],
  classes: Iterable<ClassFile>,
  intern: ScannedProgram['intern'],
): ScannedProgram {
  const methods = [...before];
  for (const file of classes) for (const method of scanClass(file, intern)) methods.push(method);
  return { methods, intern, and: (more) => scanned(methods, more, intern) };
}

/**
 * Makes equal requests one object. Looked up by their parts: strings of a constant pool are hashed once,
 * those put together from them each time.
 */
function interning(): <R extends Request>(request: R) => R {
  type ByDescriptor = Map<string, CallRequest>;
  const calls: Readonly<Record<CallRequest['dispatch'], Map<string, Map<string, ByDescriptor>>>> = {
    static: new Map(),
    special: new Map(),
    virtual: new Map(),
  };
  const others = new Map<string, Request>();
  const internCall = (request: CallRequest): CallRequest => {
    const { dispatch, owner, name, descriptor } = request;
    let byName = calls[dispatch].get(owner);
    if (byName === undefined) {
      byName = new Map();
      calls[dispatch].set(owner, byName);
    }
    let byDescriptor = byName.get(name);
    if (byDescriptor === undefined) {
      byDescriptor = new Map();
      byName.set(name, byDescriptor);
    }
    const known = byDescriptor.get(descriptor);
    if (known !== undefined) return known;
    byDescriptor.set(descriptor, request);
    return request;
  };
  return <R extends Request>(request: R): R => {
    if (request.kind === 'call') return internCall(request) as R;
    const key = request.kind === 'initialise' ? request.className : `/${request.kind}`;
    const known = others.get(key);
    if (known !== undefined) return known as R;
    others.set(key, request);
    return request;
  };
}

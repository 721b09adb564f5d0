/** A call instruction, or what a method handle does. */
export interface CallRequest {
  readonly kind: 'call';
  /** `virtual`: dispatched on the receiver's class. */
  readonly dispatch: 'static' | 'special' | 'virtual';
  readonly owner: string;
  readonly name: string;
  readonly descriptor: string;
}

/** What code asks the JVM to run. A call graph has one object for equal requests. */
export type Request =
  | CallRequest
  /** JVMS 5.5: the initialisation of a class and of its superclasses. */
  | { readonly kind: 'initialise'; readonly className: string }
  /** String concatenation, record methods: toString, equals, hashCode of whatever the operands are. */
  | { readonly kind: 'objectProtocol' }
  /** Anything at all. */
  | { readonly kind: 'anything' };

/** Text that is the same for requests that ask for the same, and for no others. */
export function requestKey(request: Request): string {
  switch (request.kind) {
    case 'call':
      return `${request.dispatch} ${request.owner}.${request.name}${request.descriptor}`;
    case 'initialise':
      return `initialise ${request.className}`;
    default:
      return request.kind;
  }
}

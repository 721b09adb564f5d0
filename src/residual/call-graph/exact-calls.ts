import { AccessFlag } from '../../classfile/access-flags.ts';
import type { ResolvedMethod } from '../../hierarchy/class-hierarchy.ts';
import { remembering } from '../../remembering.ts';
import type { ClassHierarchy } from '../analysis.ts';
import type { CallRequest } from './request.ts';

/**
 * What a call runs on an object of exactly one class (the selection of JVMS 5.4.6), as a request, interned;
 * the call itself where that depends on more than the class.
 */
export function exactCalls(
  hierarchy: ClassHierarchy,
  intern: (request: CallRequest) => CallRequest,
): (request: CallRequest, className: string) => CallRequest {
  /**
   * JVMS 5.4.6: a private method is what is called and overrides none. What overrides one without modifier
   * depends on packages, and these on class loaders: a class of the same package overrides none that another
   * loader has defined.
   */
  const selected = (request: CallRequest, className: string): CallRequest => {
    const { owner, name, descriptor, dispatch } = request;
    const exact: CallRequest = { ...request, dispatch: 'special', owner: className };
    const declared = dispatch === 'virtual' ? hierarchy.resolveMethod(owner, name, descriptor) : undefined;
    if (declared === undefined) return exact;
    if ((declared.accessFlags & AccessFlag.private) !== 0) return { ...exact, owner: declared.owner };
    const found = hierarchy.resolveMethod(className, name, descriptor);
    if (found === undefined) return exact;
    // A static method overrides none: of a class that was compiled before the one above had the method.
    const overrides =
      (found.accessFlags & (AccessFlag.private | AccessFlag.static)) === 0 &&
      ((declared.accessFlags & shared) !== 0 || isOnlyBody(found, request, className));
    return overrides ? exact : request;
  };
  /** Whether no class above has another method that the call may run. O(supertypes). */
  const isOnlyBody = (found: ResolvedMethod, { name, descriptor }: CallRequest, className: string) =>
    [...hierarchy.superTypes(className)].every((type) => {
      const above = hierarchy.resolveMethod(type, name, descriptor);
      return (
        above === undefined || above.owner === found.owner || (above.accessFlags & AccessFlag.abstract) !== 0
      );
    });
  const selectedFor = remembering((request: CallRequest) =>
    remembering((className: string) => intern(selected(request, className))),
  );
  return (request, className) => selectedFor(request)(className);
}

const shared = AccessFlag.public | AccessFlag.protected;

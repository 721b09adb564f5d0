import type { Request } from './request.ts';
import type { ScannedMethod } from './scanned-code.ts';

/**
 * Whether code asks classes for their interfaces, as `object.getClass().getInterfaces()` does: that calls no method and
 * uses no field by reflection, and the interface has no constant.
 */
export function asksForInterfaces({
  requests,
  functions,
}: Pick<ScannedMethod, 'requests' | 'functions'>): boolean {
  return requests.some(isAsking) || functions.some(({ object }) => object.runs.some(isAsking));
}

function isAsking(request: Request): boolean {
  return (
    request.kind === 'call' &&
    request.owner === 'java/lang/Class' &&
    /^get(?:Generic|Annotated)?Interfaces$/.test(request.name)
  );
}

import type { Property } from '../../property/model.ts';

/**
 * A slice class of one run of a method: for each parameter of the property, which object a slice binds it
 * to, as far as that run can tell.
 */
export type ParameterClass =
  /** The followed object of this number. */
  | { readonly kind: 'followed'; readonly object: number }
  /** Anything that the run did not create at a confined site. */
  | { readonly kind: 'outside' }
  /** An object confined to another run of the same method. */
  | { readonly kind: 'otherRun' };

export interface SliceClass {
  /** One per parameter of the property. */
  readonly parameters: readonly ParameterClass[];
  /** The creation sites (instruction indices) of the followed objects. */
  readonly sites: readonly number[];
}

/**
 * All slice classes that bind at least one parameter to a confined object. `sitesOf[x]` lists the confined
 * sites whose objects points bind to parameter x. Two parameters may be bound to one object, or to two
 * objects of one site. Undefined: more than `limit`.
 */
export function sliceClasses(
  property: Property,
  sitesOf: readonly (readonly number[])[],
  limit: number,
): readonly SliceClass[] | undefined {
  let partial: SliceClass[] = [{ parameters: [], sites: [] }];
  property.parameters.forEach((_, parameter) => {
    const extended: SliceClass[] = [];
    for (const { parameters, sites } of partial) {
      extended.push({ parameters: [...parameters, { kind: 'outside' }], sites });
      if (sitesOf[parameter]!.length > 0)
        extended.push({ parameters: [...parameters, { kind: 'otherRun' }], sites });
      for (const site of sitesOf[parameter]!) {
        sites.forEach((followed, object) => {
          if (followed === site)
            extended.push({ parameters: [...parameters, { kind: 'followed', object }], sites });
        });
        extended.push({
          parameters: [...parameters, { kind: 'followed', object: sites.length }],
          sites: [...sites, site],
        });
      }
      if (extended.length > limit * 4) return;
    }
    partial = extended;
  });
  const classes = partial.filter(
    ({ parameters, sites }) => parameters.length === property.parameters.length && sites.length > 0,
  );
  return partial.length > limit * 4 || classes.length > limit ? undefined : classes;
}

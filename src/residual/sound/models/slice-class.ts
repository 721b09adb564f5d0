import type { ObjectId } from '../../points-to/heap/abstract-object.ts';

/** The object that a slice binds to a parameter, as far as one run of a method can tell. */
export type ParameterClass =
  /** The followed object of this number. */
  | { readonly kind: 'followed'; readonly object: number }
  /** Anything that the run did not create at a confined site; where `objects` is there, only some of that. */
  | { readonly kind: 'outside'; readonly objects?: OutsideObjects }
  /** An object confined to another run of the same method. */
  | { readonly kind: 'otherRun' };

/** Those of the abstract objects given, or all others. */
export interface OutsideObjects {
  readonly kind: 'these' | 'others';
  readonly of: ReadonlySet<ObjectId>;
}

/** Whether a point that may bind any of `objects` to the parameter may bind one of the class. */
export function mayBindOneOf(objects: readonly ObjectId[], { kind, of }: OutsideObjects): boolean {
  return objects.some((object) => of.has(object) === (kind === 'these'));
}

/** The slices that one run of a method cannot tell apart. */
export interface SliceClass {
  /** One per parameter of the property. */
  readonly parameters: readonly ParameterClass[];
  /** The creation sites (instruction indices) of the followed objects. */
  readonly sites: readonly number[];
}

/**
 * All slice classes that bind at least one parameter to a confined object. `sitesOf[x]` lists the confined
 * sites whose objects points bind to parameter x of the property. Two parameters may be bound to one object, or to two
 * objects of one site. Undefined: more than `limit`.
 */
export function sliceClasses(
  sitesOf: readonly (readonly number[])[],
  limit: number,
): readonly SliceClass[] | undefined {
  let partial: SliceClass[] = [{ parameters: [], sites: [] }];
  for (const sitesOfParameter of sitesOf) {
    const extended: SliceClass[] = [];
    for (const { parameters, sites } of partial) {
      extended.push({ parameters: [...parameters, { kind: 'outside' }], sites });
      if (sitesOfParameter.length > 0)
        extended.push({ parameters: [...parameters, { kind: 'otherRun' }], sites });
      for (const site of sitesOfParameter) {
        sites.forEach((followed, object) => {
          if (followed === site)
            extended.push({ parameters: [...parameters, { kind: 'followed', object }], sites });
        });
        extended.push({
          parameters: [...parameters, { kind: 'followed', object: sites.length }],
          sites: [...sites, site],
        });
      }
      if (extended.length > limit * 4) return undefined;
    }
    partial = extended;
  }
  const classes = partial.filter(({ sites }) => sites.length > 0);
  return classes.length > limit ? undefined : classes;
}

/**
 * The same classes, with those that leave parameters to anything outside split in two: what `joined` says that an
 * event may bind together with the objects that are known of the class, and all others. Undefined: more than `limit`.
 */
export function splitClasses(
  classes: readonly SliceClass[],
  joined: (sliceClass: SliceClass, parameter: number) => ReadonlySet<ObjectId> | undefined,
  limit: number,
): readonly SliceClass[] | undefined {
  let split: SliceClass[] = [];
  const parameterCount = classes[0]?.parameters.length ?? 0;
  for (const whole of classes) {
    let parts: SliceClass[] = [whole];
    // A parameter may be known by what it is joined with only when that has been split.
    for (let turn = 0; turn < parameterCount; turn++)
      for (let parameter = 0; parameter < parameterCount; parameter++)
        parts = parts.flatMap((one) => {
          const target = one.parameters[parameter]!;
          if (target.kind !== 'outside' || target.objects !== undefined) return [one];
          const of = joined(one, parameter);
          if (of === undefined) return [one];
          return (['these', 'others'] as const).map((kind) => ({
            ...one,
            parameters: one.parameters.map((other, index) =>
              index === parameter ? { kind: 'outside' as const, objects: { kind, of } } : other,
            ),
          }));
        });
    split = [...split, ...parts];
    if (split.length > limit) return undefined;
  }
  return split;
}

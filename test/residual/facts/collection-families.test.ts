import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openJImage } from '../../../src/archive/jimage.ts';
import { classHierarchy } from '../../../src/hierarchy/class-hierarchy.ts';
import { imageClassSource } from '../../../src/hierarchy/class-sources.ts';
import { collectionFamilies, collectionInterfaces } from '../../../src/residual/facts/collection-families.ts';
import { fileAccess } from '../../support/file-access.ts';
import { jdkOfRelease, newerReleases } from '../../support/jdk.ts';

describe.each([11, 17, 21, 25, ...newerReleases()])('in the class library of JDK %i', (release) => {
  const jdk = jdkOfRelease(release);

  test.runIf(jdk !== undefined)('what extends a collection implements what that does, and no more', () => {
    const image = openJImage(fileAccess(join(jdk!.home, 'lib/modules')));
    const hierarchy = classHierarchy([imageClassSource(image, 'JDK')]);
    const more: string[] = [];
    for (const one of collectionFamilies) {
      expect(hierarchy.header(one)).toBeDefined();
      const below = new Set([one]);
      for (const name of below) for (const sub of hierarchy.directSubtypes(name)) below.add(sub);
      for (const name of below)
        for (const type of collectionInterfaces)
          if (hierarchy.isSubtype(name, type) !== hierarchy.isSubtype(one, type))
            more.push(`${name} ${type}`);
    }
    expect(more).toEqual([]);
  });
});

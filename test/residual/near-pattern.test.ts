import { expect, test } from 'vitest';
import { membersNamed, nearPatterns } from '../../src/residual/near-pattern.ts';

const members = membersNamed(
  ['org/shop/Server#run', 'org/shop/Server#<init>', 'org/shop/Server#lambda$run$0', 'org/shop/web/Cli#main']
    .concat(['org/shop/web/Cli$Part#part', 'Tool#main'])
    .map((member) => ({ owner: member.split('#')[0]!, name: member.split('#')[1]! })),
);

test.each([
  ['org.shop.Sever', ['org.shop.Server']],
  ['Server', ['org.shop.Server']],
  ['Sever', ['org.shop.Server']],
  ['org.shop.Cli', ['org.shop.web.Cli']],
  ['org.shp.web.Cly', ['org.shop.web.Cli']],
  ['tool', ['Tool']],
  ['org.shop.web.Cli$Prat', ['org.shop.web.Cli$Part']],
  ['org.shop.Sever#run', ['org.shop.Server#run']],
  ['org.shop.Server#rum', ['org.shop.Server#run']],
  ['org.shop.**#mian', ['org.shop.**#main']],
  ['org.shop.Server.run', ['org.shop.Server#run']],
  ['org.shp.**', ['org.shop.**']],
  ['org.shop.wbe.*', ['org.shop.web.*']],
  ['org.*', ['org.**']],
  ['**.Sever', ['**.Server']],
  ['Nothing.like.This', []],
  ['net.**', []],
  ['Sev*', []],
  ['**.Sev*', []],
  ['org.shop.Server#lambda$ran$0', []],
  ['#run', []],
])('%s is nearly %j', (pattern, near) => {
  expect(nearPatterns(pattern, members)).toEqual(near);
});

/** What the comments at the ends of lines expect, by line number from 1. `expected`: what such a comment may say, as a whole. */
export function lineComments(source: string, expected: RegExp): (readonly [line: number, what: string])[] {
  return source.split('\n').flatMap((line, index) => {
    const what = /\/\/ (.+)$/.exec(line)?.[1];
    return what !== undefined && expected.test(what) ? [[index + 1, what] as const] : [];
  });
}

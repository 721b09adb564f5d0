/**
 * A page that needs no server, no script and no other file. `title` is text, `styles` CSS beyond that of all
 * pages, `body` HTML, in lines, each of which is a part.
 */
export function* htmlPage(title: string, styles: string, body: Iterable<string>): Generator<string> {
  yield [
    '<!DOCTYPE html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(title)}</title>`,
    `<style>${pageStyles}${styles}</style>`,
    '</head>',
    '<body>',
    `<h1>${escapeHtml(title)}</h1>`,
    '',
  ].join('\n');
  for (const line of body) yield `${line}\n`;
  yield '</body>\n</html>\n';
}

const pageStyles = `
:root { color-scheme: light dark; }
body { font: 15px/1.45 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: .5rem 0 1rem; }
th, td { padding: .15rem .7rem .15rem 0; text-align: left; vertical-align: top; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; }
summary { cursor: pointer; padding: .15rem 0; }
details details { margin-left: 1.2rem; }
code { font: 13px/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }
code, td, li, summary { unicode-bidi: isolate; }
`;

/** A paragraph that names what has none of something; nothing where all have some. */
export function withoutAny(what: string, named: readonly { readonly name: string }[]): readonly string[] {
  const names = named.map(({ name }) => escapeHtml(name));
  return names.length === 0 ? [] : [`<p>Without any ${what}: ${names.join(', ')}.</p>`];
}

/** The id of a property's section. */
export function anchor(name: string): string {
  return `p-${name.replaceAll(/[^A-Za-z0-9_]/g, (other) => `-${other.charCodeAt(0)}-`)}`;
}

/** The text as content of an element or as a value in double quotation marks. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

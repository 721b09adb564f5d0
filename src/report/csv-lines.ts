type Cell = string | number | boolean | null | undefined;

/** Comma-separated values (RFC 4180: CRLF, quotes doubled), the columns named in the first line; a part for each. Linear. */
export function* csvLines(columns: readonly string[], rows: Iterable<readonly Cell[]>): Generator<string> {
  yield `${columns.join(',')}\r\n`;
  for (const row of rows) yield `${row.map(field).join(',')}\r\n`;
}

function field(value: Cell): string {
  const text = value === null || value === undefined ? '' : String(value);
  // Spreadsheets take what starts so for a formula. No name in Java does, but in byte code.
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

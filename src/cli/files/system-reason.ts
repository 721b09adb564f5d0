/** `no such file or directory`, as the operating system says it, without code, system call and path. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const [, code, reason] = /^(E[A-Z]+): ([^,]+),/.exec(message) ?? [];
  return code === 'EISDIR' ? 'it is a directory' : (reason ?? message);
}

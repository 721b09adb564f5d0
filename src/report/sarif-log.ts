import { createHash } from 'node:crypto';
import { toInternalName } from '../classfile/descriptors.ts';
import type { Documentation } from '../property/model.ts';
import { jsonParts } from './json-parts.ts';

/** One run of a tool in a log of SARIF 2.1.0 (OASIS). */
export interface SarifRun {
  readonly rrvVersion: string;
  readonly rules: readonly object[];
  readonly notifications: readonly object[];
  readonly results: readonly object[];
  readonly properties: object;
}

/** The whole log as JSON text, with a line feed at its end; each result is a part. */
export function sarifLog({
  rrvVersion,
  rules,
  notifications,
  results,
  properties,
}: SarifRun): Generator<string> {
  const log = {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'rrv', semanticVersion: rrvVersion, rules } },
        columnKind: 'utf16CodeUnits',
        invocations: [{ executionSuccessful: true, toolExecutionNotifications: notifications }],
        results,
        properties,
      },
    ],
  };
  return jsonParts(log, 4);
}

/** `level` (3.27.10) of a property's severity. */
export const sarifLevels = { error: 'error', warning: 'warning', suggestion: 'note' } as const;

/** The rule that a property is; without documentation its name alone. */
export function sarifRule(name: string, documentation: Documentation | undefined): object {
  if (documentation === undefined) return { id: name };
  return {
    id: name,
    shortDescription: { text: documentation.summary === '' ? name : documentation.summary },
    ...(documentation.consequence === undefined
      ? {}
      : { fullDescription: { text: documentation.consequence } }),
    ...(documentation.url === undefined || !isAddress(documentation.url)
      ? {}
      : { helpUri: documentation.url }),
    help: { text: helpOf(name, documentation) },
    defaultConfiguration: { level: sarifLevels[documentation.severity] },
    // GitHub sorts and filters alerts by `precision`, which SARIF has no place for.
    properties: {
      tags: documentation.groups,
      ...(documentation.precision === undefined ? {} : { precision: documentation.precision }),
    },
  };
}

/** `help.text` (3.49.13), which GitHub shows beside an alert and asks for. */
function helpOf(name: string, { summary, consequence, wrong, right, url }: Documentation): string {
  const parts = [
    summary === '' ? name : summary,
    consequence,
    wrong === undefined ? undefined : `Wrong:\n\n${wrong}`,
    right === undefined ? undefined : `Right:\n\n${right}`,
    url,
  ];
  return parts.filter((part) => part !== undefined).join('\n\n');
}

/** Whether it can stand where SARIF wants an absolute address. */
function isAddress(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\S+$/i.test(text) && URL.canParse(text);
}

/** A place in a method; binary names. */
export interface CodePlace {
  readonly class: string;
  readonly method: string;
  readonly descriptor: string;
  readonly file?: string | null | undefined;
  readonly line?: number | null | undefined;
}

/** A `location` (3.28): the source file, given by `uri` or as it lies below a source root, and the method. */
export function codeLocation(place: CodePlace, uri?: string): object {
  const { file, line } = place;
  const name = `${place.class}.${place.method}${place.descriptor}`;
  return {
    ...(file === undefined || file === null || file === ''
      ? {}
      : {
          physicalLocation: {
            artifactLocation: { uri: uri ?? relativeUri(sourcePath(place.class, file)) },
            ...(line === undefined || line === null || line < 1 ? {} : { region: { startLine: line } }),
          },
        }),
    logicalLocations: [{ fullyQualifiedName: name, name: place.method, kind: 'function' }],
  };
}

/** `a/b/C.java`: where a source file of that class's package lies below its source root. */
export function sourcePath(className: string, file: string): string {
  const packageEnd = className.lastIndexOf('.');
  return packageEnd < 0 ? file : `${toInternalName(className.slice(0, packageEnd))}/${file}`;
}

/**
 * A relative reference (RFC 3986, 4.2): byte code knows names with characters that mean something there, and
 * lone surrogates.
 */
export function relativeUri(path: string): string {
  const segments = path.split('/').filter((segment) => segment !== '');
  return segments.map((segment) => encodeURIComponent(segment.toWellFormed())).join('/');
}

/**
 * `partialFingerprints` (3.27.17) of results, by what stays the same from build to build; those of one
 * identity are numbered as they come.
 */
export function fingerprints(): (identity: string) => object {
  const seen = new Map<string, number>();
  return (identity) => {
    const ordinal = seen.get(identity) ?? 0;
    seen.set(identity, ordinal + 1);
    const digest = createHash('sha256').update(`${identity}\0${ordinal}`).digest('hex');
    return { 'rrv/v1': digest.slice(0, 32) };
  };
}

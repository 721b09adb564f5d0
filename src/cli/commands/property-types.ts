import type { Argv } from 'yargs';
import { toInternalName } from '../../classfile/descriptors.ts';
import { type ClassHierarchy, classHierarchy } from '../../hierarchy/class-hierarchy.ts';
import type { LoadedProperties } from '../../property/language/load.ts';
import { libraryProperty } from '../../property/library/index.ts';
import type { Property } from '../../property/model.ts';
import type { Context } from '../command.ts';
import { classPathEntries, classPathSources } from '../inputs/class-path.ts';
import { type ChosenFile, chosenFiles, propertiesOfFile } from '../inputs/properties.ts';
import { findJdk, type Jdk, jdkClassSources } from '../java/jdk.ts';
import { type Limits, limitOption, limitsOf } from '../options/limits.ts';

/** Options that say what the types of a .mop file are resolved against. */
export interface TypeOptions {
  readonly classPath: readonly string[];
  readonly jdk: string | undefined;
  readonly limit: readonly string[];
}

/** Adds these options to a command. */
export function typeOptions<Options>(yargs: Argv<Options>): Argv<Options & TypeOptions> {
  return yargs
    .option('class-path', {
      alias: 'cp',
      type: 'string',
      array: true,
      default: [] as string[],
      describe: 'Jars and directories of other types',
    })
    .option('jdk', {
      type: 'string',
      describe: 'Home directory of the JDK to check against',
    })
    .option('limit', limitOption) as unknown as Argv<Options & TypeOptions>;
}

/** The operand of commands that take one property, or the properties of one file. */
export const nameOperand = {
  type: 'string',
  demandOption: true,
  describe: 'Name of a property, or a .mop file (own.mop#Name: one property of it)',
} as const;

/** What these options name. */
export interface Types {
  readonly jdk: Jdk;
  readonly classPath: readonly string[];
  readonly hierarchy: ClassHierarchy;
  readonly limits: Limits;
}

/** Throws RrvError where there is no such JDK or class path, or a limit is none. */
export function typesOf(options: TypeOptions, { terminal, environment }: Context): Types {
  const limits = limitsOf(options.limit);
  const jdk = findJdk(options.jdk, environment);
  const classPath = classPathEntries(options.classPath, terminal.diagnostic);
  const hierarchy = classHierarchy([
    ...classPathSources(classPath, [], jdk.release, limits.archive, terminal.diagnostic).map(
      ({ source }) => source,
    ),
    ...jdkClassSources(jdk),
  ]);
  return { jdk, classPath, hierarchy, limits };
}

/** The properties of a .mop file, or the one that is chosen, with its warnings. */
export function loadFile({ path, name }: ChosenFile, { hierarchy, limits }: Types): LoadedProperties {
  const isType = (type: string): boolean => hierarchy.header(toInternalName(type)) !== undefined;
  return propertiesOfFile(path, name === undefined ? undefined : new Set([name]), isType, limits.automaton);
}

/** The files of what a name stands for; undefined: it is one of the library. A directory has too many properties. */
export function filesOfName(name: string): readonly ChosenFile[] | undefined {
  if (name.includes('#')) return chosenFiles(name);
  return /\.mop$/i.test(name) ? [{ path: name }] : undefined;
}

/** The properties that a name stands for, and their warnings on stderr. */
export function chosenProperties(name: string, options: TypeOptions, context: Context): readonly Property[] {
  const files = filesOfName(name);
  if (files === undefined) return [libraryProperty(name)];
  const types = typesOf(options, context);
  const loaded = files.map((file) => loadFile(file, types));
  for (const { warnings } of loaded) warnings.forEach(context.terminal.diagnostic);
  return loaded.flatMap(({ properties }) => properties);
}

/**
 * Every error and warning of rrv, as data. One function per code; codes are sorted alphabetically. The
 * command line renders them, tests compare whole objects. Nothing else in the project makes up messages.
 */

/** Where a diagnostic points. `entry` is a path of nested archives: `app.jar@BOOT-INF/lib/x.jar@a/B.class`. */
export interface Place {
  readonly file?: string;
  readonly entry?: string;
  readonly className?: string;
  readonly method?: string;
  readonly descriptor?: string;
  /** Byte offset in the file for malformed input, or the pc of an instruction. */
  readonly offset?: number;
  /** 1-based. */
  readonly line?: number;
  /** 1-based. */
  readonly column?: number;
}

export interface Diagnostic {
  readonly code: string;
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly where?: Place;
  readonly hint?: string;
  /** For text files: the source line, and a second line with a caret under the column. */
  readonly excerpt?: string;
}

/**
 * The one error type that rrv throws on purpose. Anything else that escapes and is no refusal of the
 * operating system is a bug (exit code 70).
 */
export class RrvError extends Error {
  readonly diagnostic: Diagnostic;
  /** What else is wrong, where one look finds several mistakes. */
  readonly further: readonly Diagnostic[];

  constructor(diagnostic: Diagnostic, further: readonly Diagnostic[] = []) {
    super(`${diagnostic.code}: ${diagnostic.message}`);
    this.name = 'RrvError';
    this.diagnostic = diagnostic;
    this.further = further;
  }
}

/** What `read` reads; undefined where it throws an RrvError, of which nobody need be told. */
export function ifReadable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof RrvError) return undefined;
    throw error;
  }
}

/** RRV_ALREADY_INSTRUMENTED: the input carries a unit class of rrv. */
export function alreadyInstrumented(
  input: string,
  /** Where in the input; '' for its root. */
  folder: string,
): Diagnostic {
  return {
    code: 'RRV_ALREADY_INSTRUMENTED',
    severity: 'error',
    message: `${folder === '' ? input : `${input}@${folder}`} is already instrumented`,
    where: { file: input },
    hint: 'Pass the original; build a directory again from clean, and move what an earlier run has made, a backup perhaps, out of it. To monitor more properties, name them all in one run.',
  };
}

/** RRV_ANALYSIS_UNKNOWN: `--analysis` names none that this version has. */
export function analysisUnknown(
  name: string,
  known: readonly string[],
  near: string | undefined,
): Diagnostic {
  return {
    code: 'RRV_ANALYSIS_UNKNOWN',
    severity: 'error',
    message: `there is no analysis ${JSON.stringify(name)}${near === undefined ? '' : ` (did you mean ${near}?)`}`,
    hint: `This version has: ${known.join(', ')}.`,
  };
}

/** RRV_ARCHIVE_CORRUPT: an archive whose structure contradicts itself. `offset` is in bytes. */
export function archiveCorrupt(what: string, offset: number, where: Place = {}): Diagnostic {
  return {
    code: 'RRV_ARCHIVE_CORRUPT',
    severity: 'error',
    message: `damaged archive: ${what} (at byte ${offset})`,
    where: { ...where, offset },
    hint: 'Fetch or build the archive again.',
  };
}

/** RRV_ARCHIVE_ENCRYPTED: an entry is encrypted, which no Java class loader reads either. */
export function archiveEncrypted(where: Place = {}): Diagnostic {
  return {
    code: 'RRV_ARCHIVE_ENCRYPTED',
    severity: 'error',
    message: 'the archive entry is encrypted',
    where,
    hint: 'Java cannot load it either: pass the archive without encryption.',
  };
}

/** RRV_ARCHIVE_ENTRY_NAME: an entry whose name leads out of the archive (`..`, a drive, a NUL; in a tar also absolute). */
export function archiveEntryName(where: Place = {}): Diagnostic {
  return {
    code: 'RRV_ARCHIVE_ENTRY_NAME',
    severity: 'error',
    message: 'the name of an archive entry leads out of the archive',
    where,
    hint: 'Such names are used to overwrite files when the archive is unpacked: do not trust it.',
  };
}

/** RRV_ARCHIVE_LIMIT: an archive asks for more than the named limit allows. */
export function archiveLimit(
  name: string,
  what: string,
  given: number,
  limit: number,
  where: Place = {},
): Diagnostic {
  return {
    code: 'RRV_ARCHIVE_LIMIT',
    severity: 'error',
    message: `the archive has more ${what} than allowed: ${given}, the limit is ${limit}`,
    where,
    hint: `It may be made to exhaust memory. If you trust it, --limit archive.${name}=NUMBER allows more.`,
  };
}

/** RRV_ARCHIVE_NOT_ZIP: the bytes are no ZIP archive at all. */
export function archiveNotZip(where: Place = {}): Diagnostic {
  return {
    code: 'RRV_ARCHIVE_NOT_ZIP',
    severity: 'error',
    message: 'not a jar: the file is no ZIP archive',
    where,
    hint: 'Fetch or build it again, or leave it out.',
  };
}

/** RRV_ARCHIVE_OVERLAP: two entries share bytes, as in a ZIP bomb. */
export function archiveOverlap(where: Place = {}): Diagnostic {
  return {
    code: 'RRV_ARCHIVE_OVERLAP',
    severity: 'error',
    message: 'the archive entry overlaps another one',
    where,
    hint: 'No tool writes such archives by accident: do not trust it.',
  };
}

/** RRV_ARCHIVE_TRUNCATED: the archive ends too early. `size` is the length of the file in bytes. */
export function archiveTruncated(what: string, size: number, where: Place = {}): Diagnostic {
  return {
    code: 'RRV_ARCHIVE_TRUNCATED',
    severity: 'error',
    message: `the archive is cut off: ${what} (the file has ${size} bytes)`,
    where: { ...where, offset: size },
    hint: 'Fetch or build the archive again.',
  };
}

/**
 * RRV_ARCHIVE_UNSUPPORTED: a feature of the format that rrv does not read; of a ZIP archive, Java's class
 * loaders do not read it either.
 */
export function archiveUnsupported(what: string, where: Place = {}): Diagnostic {
  return {
    code: 'RRV_ARCHIVE_UNSUPPORTED',
    severity: 'error',
    message: `the archive cannot be read: ${what}`,
    where,
    hint: 'Pack it again with jar or tar and their usual options.',
  };
}

/** RRV_ARGUMENT_FILE: an `@file` on the command line cannot be read. `mayBeSeverity`: it names properties. */
export function argumentFile(reason: string, mayBeSeverity: boolean, where: Place): Diagnostic {
  return {
    code: 'RRV_ARGUMENT_FILE',
    severity: 'error',
    message: `cannot read the argument file: ${reason}`,
    where,
    hint: mayBeSeverity
      ? 'Properties are named by severity with @error, @warning and @suggestion.'
      : 'Write @@ for an argument that starts with @.',
  };
}

/** RRV_ARGUMENT_FILE, where a quotation mark in the file has no second one. */
export function argumentFileQuote(where: Place): Diagnostic {
  return {
    code: 'RRV_ARGUMENT_FILE',
    severity: 'error',
    message: 'a quotation mark in the argument file is not closed',
    where,
    hint: `One that belongs to an argument stands between marks of the other kind ("it's"), or behind \\ between marks of its own ("\\"").`,
  };
}

/** RRV_AUTOMATON_LIMIT: building a property's automaton reached a named limit. `given` is the size when it stopped. */
export function automatonLimit(limit: string, given: number, value: number, where: Place = {}): Diagnostic {
  return {
    code: 'RRV_AUTOMATON_LIMIT',
    severity: 'error',
    message: `the automaton of the property is too large: ${limit} is ${value}, reached ${given}`,
    where,
    hint: `Write the property in a smaller way, or raise the limit: --limit automaton.${limit}=NUMBER.`,
  };
}

/** RRV_CACHE_UNUSABLE: the directory of --cache cannot be made, read or written. */
export function cacheUnusable(what: string, where: Place = {}): Diagnostic {
  return {
    code: 'RRV_CACHE_UNUSABLE',
    severity: 'error',
    message: `the cache cannot be used: ${what}`,
    where,
    hint: 'Name another directory with --cache, or leave the option out: the result is the same.',
  };
}

/** RRV_CLASS_MALFORMED: the bytes are not a class file as JVMS chapter 4 defines it. `offset` is in bytes. */
export function classMalformed(what: string, offset: number, where: Place = {}): Diagnostic {
  return {
    code: 'RRV_CLASS_MALFORMED',
    severity: 'error',
    message: `malformed class file: ${what} (at byte ${offset})`,
    where: { ...where, offset },
    hint: 'The file is damaged or is not a class file. Build it again, or leave it out with --exclude.',
  };
}

/**
 * RRV_CLASS_MISSING: classes that the input links against are neither in it, nor on the class path, nor in
 * the JDK. `names`: of some of them, binary; `neededBy`: one that needs the first, if that is known; `more`:
 * how many are not named; `ofLibrary`: one that only a JDK can have, and the release of the one that has it not.
 */
export function classMissing(
  names: readonly string[],
  neededBy: string | undefined,
  more: number,
  ofLibrary?: { readonly name: string; readonly release: number },
): Diagnostic {
  const [first] = names;
  const isOne = names.length + more === 1;
  const jars = `Name the ${isOne ? 'jar that holds it' : 'jars that hold them'} with --class-path. What the program does without does no harm.`;
  return {
    code: 'RRV_CLASS_MISSING',
    severity: 'warning',
    message: isOne
      ? `class ${first} was not found: what it extends is not known, so events on it may be overlooked${neededBy === undefined ? '' : ` (${neededBy} needs it)`}`
      : `${names.length + more} classes were not found: what they extend is not known, so events on them may be overlooked (${names.join(', ')}${more === 0 ? '' : ` and ${more} more: --verbose or a --report names them`})`,
    ...(isOne ? { where: { className: first! } } : {}),
    hint:
      ofLibrary === undefined
        ? jars
        : `JDK ${ofLibrary.release} has no ${ofLibrary.name}: name the JDK that the program runs on with --jdk or JAVA_HOME.${isOne ? '' : ` ${jars}`}`,
  };
}

/** RRV_CLASS_PATH_DIRECTORY: a directory that a manifest names in `Class-Path` has more in it than a class path has. */
export function classPathDirectory(limit: number, namedBy: string, where: Place): Diagnostic {
  return {
    code: 'RRV_CLASS_PATH_DIRECTORY',
    severity: 'warning',
    message: `the manifest of ${namedBy} names a directory in Class-Path that has more than ${limit} files and directories: it is passed over, and classes in it count as missing`,
    where,
    hint: 'Most likely it is there by mistake. If the program has classes there, name their directory in --class-path, or --limit archive.classPathDirectory=NUMBER allows more.',
  };
}

/** RRV_CLASS_PATH_EMPTY: the class path has an empty element, which java takes as the working directory. */
export function classPathEmpty(value: string): Diagnostic {
  return {
    code: 'RRV_CLASS_PATH_EMPTY',
    severity: 'warning',
    message: `--class-path ${value}: an empty element of the class path is passed over`,
    hint: 'Java takes it as the working directory: if the program has classes there, write a dot for it.',
  };
}

/** RRV_CLASS_PATH_INSTRUMENTED: an earlier run has instrumented these elements of the class path, at least one. */
export function classPathInstrumented(paths: readonly string[]): Diagnostic {
  const [first] = paths;
  return {
    code: 'RRV_CLASS_PATH_INSTRUMENTED',
    severity: 'warning',
    message: `${paths.length === 1 ? `${first} on the class path is` : `${paths.length} elements of the class path are (${first} is one)`} instrumented by another run, which knew nothing of the events here, as this one knows nothing of those there: violations may be missing`,
    ...(paths.length === 1 ? { where: { file: first! } } : {}),
    hint: 'Instrument what runs together in one run, from the originals.',
  };
}

/** RRV_CLASS_RENAMED: entries are class files by their content, but not by their names. `extension`: that of several. */
export function classRenamed(count: number, extension: string, where: Place): Diagnostic {
  return {
    code: 'RRV_CLASS_RENAMED',
    severity: 'warning',
    message:
      count === 1
        ? 'the entry is a class file, which Java does not find under this name: it stays as it is'
        : `${count} entries with the name *${extension} are class files, which Java does not find under such names: they stay as they are`,
    where,
    hint: 'Where an agent or a class loader of the program reads them, their events are not monitored, and what they call is not known with --entry: leave it at all then.',
  };
}

/** RRV_CLASS_SKIPPED: an entry is named like a class but does not begin like one. */
export function classSkipped(where: Place = {}): Diagnostic {
  return {
    code: 'RRV_CLASS_SKIPPED',
    severity: 'warning',
    message: 'the entry is named like a class but is none: it stays as it is',
    where,
  };
}

/** RRV_CLASS_TOO_LARGE: a class that rrv generates would exceed a limit of the class file format (JVMS 4.11). */
export function classTooLarge(className: string, what: string): Diagnostic {
  return {
    code: 'RRV_CLASS_TOO_LARGE',
    severity: 'error',
    message: `class ${className} cannot be written: ${what}`,
    where: { className },
    hint: 'Instrument fewer classes at once (--include, --exclude), or with fewer properties.',
  };
}

/** RRV_CLASS_VERSION: a class file of a version that this release does not know (JVMS 4.1, table 4.1-A). */
export function classVersionUnsupported(
  majorVersion: number,
  known: { readonly lowest: number; readonly highest: number },
  where: Place = {},
): Diagnostic {
  return {
    code: 'RRV_CLASS_VERSION',
    severity: 'error',
    message: `class file version ${majorVersion} is not supported (supported: ${known.lowest} to ${known.highest})`,
    where,
    hint:
      majorVersion > known.highest
        ? `--experimental reads such classes as version ${known.highest}, rrv instrument --exclude leaves them as they are; or use a newer release of rrv.`
        : 'The file is damaged or is not a class file.',
  };
}

/** RRV_CLASS_VERSION_NEWER: with `--experimental`, classes of versions that this release does not know. */
export function classVersionNewer(
  classes: number,
  newest: number,
  highest: number,
  where: Place,
): Diagnostic {
  return {
    code: 'RRV_CLASS_VERSION_NEWER',
    severity: 'warning',
    message: `classes newer than version ${highest} were read as ${highest}, without what is new in them (${classes}, up to version ${newest})`,
    where,
    hint: 'A newer release of rrv may know their version.',
  };
}

/** RRV_CLOSED_WORLD_LIMIT: with `--entry`, where objects may be was more than the analysis keeps. */
export function closedWorldLimit(pairs: number): Diagnostic {
  return {
    code: 'RRV_CLOSED_WORLD_LIMIT',
    severity: 'warning',
    message: `the program is too large to tell its objects apart (more than ${pairs.toLocaleString('en')} places for them): --entry removed only points of methods that never run`,
    hint: 'The result is right, but keeps more than it would. Name less with --entry and --reflection, or analyse fewer jars at once. With memory to spare, --limit analysis.closedWorldPairs=NUMBER allows more (20 bytes each).',
  };
}

/** RRV_ENTRY_UNKNOWN: `--entry` names no method of the inputs or the class path. */
export function entryUnknown(pattern: string, near: readonly string[]): Diagnostic {
  return {
    code: 'RRV_ENTRY_UNKNOWN',
    severity: 'error',
    message: `--entry ${pattern} names no method`,
    hint:
      near.length > 0
        ? `Did you mean ${near.join(' or ')}?`
        : pattern === 'main'
          ? 'No class has a main method: name what the program is entered by, as in a.b.Server#run* or a.**.'
          : 'Give main, or globs of classes and methods in Java names: a.b.Cli, a.**, a.b.Server#run*.',
  };
}

/** RRV_FACTS_MALFORMED: a facts file (--safe-list) does not follow its schema. */
export function factsMalformed(what: string, where: Place): Diagnostic {
  return {
    code: 'RRV_FACTS_MALFORMED',
    severity: 'error',
    message: `malformed facts file: ${what}`,
    where,
    hint: 'docs/paper.md has the language of facts files, with examples.',
  };
}

/**
 * RRV_FACT_UNUSED: an entry of the user's facts file matched no instruction of the input: probably a typing
 * mistake.
 */
export function factUnused(entry: string, where: Place): Diagnostic {
  return {
    code: 'RRV_FACT_UNUSED',
    severity: 'warning',
    message: `the entry ${entry} matches nothing in the input`,
    where,
    hint: 'Check the spelling of class, method and parameter types, or remove the entry.',
  };
}

/** RRV_FILTER_UNUSED: `--include` or `--exclude` matches no class of the inputs, or of what runs have reported: probably a typing mistake. */
export function filterUnused(
  option: string,
  pattern: string,
  what: string,
  near: readonly string[],
): Diagnostic {
  return {
    code: 'RRV_FILTER_UNUSED',
    severity: 'warning',
    message: `${option} ${pattern} matches no class of ${what}`,
    hint:
      near.length > 0
        ? `Did you mean ${near.join(' or ')}?`
        : 'It is a glob over whole class names (org.example.**), or over simple names where it has no dot; methods cannot be named.',
  };
}

/** RRV_FORMULA_INVALID: a formula or state machine that parses but has no meaning (a name nothing declares, ...). */
export function formulaInvalid(what: string, where: Place = {}, hint?: string): Diagnostic {
  return {
    code: 'RRV_FORMULA_INVALID',
    severity: 'error',
    message: what,
    where,
    ...(hint === undefined ? {} : { hint }),
  };
}

/** RRV_GRAPH_IMPOSSIBLE: `rrv graph` cannot draw what was asked for. */
export function graphImpossible(method: string, why: string, hint?: string): Diagnostic {
  return {
    code: 'RRV_GRAPH_IMPOSSIBLE',
    severity: 'error',
    message: `no graph of ${method}: ${why}`,
    ...(hint === undefined ? {} : { hint }),
  };
}

/** RRV_IMAGE_KEPT: a run-time image, as jlink makes it, has modules of the program in it. */
export function imageKept(modules: readonly string[], where: Place): Diagnostic {
  const [first] = modules;
  return {
    code: 'RRV_IMAGE_KEPT',
    severity: 'warning',
    message: `the run-time image stays as it is, and nothing is monitored of what it has beside the JDK (${modules.length === 1 ? `module ${first}` : `${modules.length} modules, ${first} is one`})`,
    where,
    hint: 'Instrument the jars or directories that it was made from, and make it again with jlink.',
  };
}

/** RRV_INPUT_EMPTY: a directory without any file. */
export function inputEmptyDirectory(where: Place): Diagnostic {
  return {
    code: 'RRV_INPUT_EMPTY',
    severity: 'error',
    message: 'the directory holds no files',
    where,
    hint: 'Build the program first, or name the directory that holds its classes.',
  };
}

/** RRV_INPUT_EMPTY, where other inputs have files: modules without tests have such directories. */
export function inputEmptyPassedOver(where: Place): Diagnostic {
  return { code: 'RRV_INPUT_EMPTY', severity: 'warning', message: 'the directory holds no files', where };
}

/** RRV_INPUT_KIND: the content of the file is of no kind that can hold classes. */
export function inputKindUnknown(where: Place): Diagnostic {
  return {
    code: 'RRV_INPUT_KIND',
    severity: 'error',
    message: 'not a jar, a class file, or a tar archive',
    where,
    hint: 'An input is a .jar, .war, .ear or .class file, a directory of classes, or a .zip, .tar, .tar.gz or .tgz distribution.',
  };
}

/** RRV_INPUT_KIND: a module in the format that only jlink and javac read. */
export function inputIsJmod(where: Place): Diagnostic {
  return {
    code: 'RRV_INPUT_KIND',
    severity: 'error',
    message: 'a .jmod file, which holds more than classes',
    where,
    hint: 'Instrument the jar or directory that it was made from, and make it again with `jmod create --class-path`.',
  };
}

/** RRV_INPUT_KIND: a run-time image. */
export function inputIsImage(where: Place): Diagnostic {
  return {
    code: 'RRV_INPUT_KIND',
    severity: 'error',
    message: 'a run-time image is read by the JVM that it belongs to alone',
    where,
    hint: 'Instrument the jars or directories that it was made from, and make it again with jlink.',
  };
}

/** RRV_INPUT_KIND: a source file. */
export function inputIsSource(where: Place): Diagnostic {
  return {
    code: 'RRV_INPUT_KIND',
    severity: 'error',
    message: 'a source file is no input',
    where,
    hint: 'Compile it, and name the directory that the compiler has written to: javac -g -d classes App.java.',
  };
}

/** RRV_INPUT_KIND: a property, where `--prop *.mop` has named the first of them alone. */
export function inputIsProperty(where: Place): Diagnostic {
  return {
    code: 'RRV_INPUT_KIND',
    severity: 'error',
    message: 'a .mop file is no input',
    where,
    hint: '--prop takes several files separated by commas, or their directory: --prop a.mop,b.mop or --prop properties/.',
  };
}

/** RRV_INPUT_TWICE: two names of one input, or an input that is in another one. `how`: which of them. */
export function inputTwice(other: string, how: 'same' | 'part', where: Place): Diagnostic {
  const relation = how === 'same' ? `is ${other}` : `is in ${other}`;
  return {
    code: 'RRV_INPUT_TWICE',
    severity: 'error',
    message:
      other === where.file ? 'the input is named twice' : `this input ${relation}, which is named, too`,
    where,
    hint: 'Name it once: all that is in it would count twice.',
  };
}

/** RRV_INPUT_UNREADABLE: the operating system does not let us read an input. */
export function inputUnreadable(reason: string, where: Place): Diagnostic {
  return { code: 'RRV_INPUT_UNREADABLE', severity: 'error', message: `cannot read: ${reason}`, where };
}

/** RRV_INSTRUMENTATION_REPORT: a file is no JSON report of `rrv instrument`. */
export function instrumentationReportMalformed(what: string, where: Place): Diagnostic {
  return {
    code: 'RRV_INSTRUMENTATION_REPORT',
    severity: 'error',
    message: `no report of an instrumentation: ${what}`,
    where,
    hint: 'rrv instrument --report json=FILE writes one.',
  };
}

/** RRV_JAVA_COMPILER_FAILED: javac ended without compiling, and without an error in the Java code of a property. */
export function javaCompilerFailed(message: string, where: Place): Diagnostic {
  return {
    code: 'RRV_JAVA_COMPILER_FAILED',
    severity: 'error',
    message: `javac failed while it compiled the Java code of the property: ${message}`,
    where,
    hint: 'It names no mistake in that code. Name another JDK with --jdk, and look whether JAVA_TOOL_OPTIONS is set: javac reads it, too.',
  };
}

/** RRV_JAVA_COMPILER_MISSING: a property has Java code, and no javac was found to compile it. */
export function javaCompilerMissing(property: string): Diagnostic {
  return {
    code: 'RRV_JAVA_COMPILER_MISSING',
    severity: 'error',
    message: `property ${property} has Java code, and there is no javac to compile it`,
    hint: 'Use a JDK rather than a JRE: name it with --jdk, or set JAVA_HOME.',
  };
}

/**
 * RRV_JDK_NEWER: the class library is of a later release than this version was tried with. `highest`: feature
 * release.
 */
export function jdkNewer(release: number, highest: number): Diagnostic {
  return {
    code: 'RRV_JDK_NEWER',
    severity: 'warning',
    message: `JDK ${release} is newer than this release of rrv knows: its classes are read as those of JDK ${highest}`,
    hint: `--jdk names another, up to JDK ${highest}, to link against.`,
  };
}

/** RRV_JDK_NOT_FOUND: no class library to link against. */
export function jdkNotFound(reason: string): Diagnostic {
  return {
    code: 'RRV_JDK_NOT_FOUND',
    severity: 'error',
    message: `no JDK found: ${reason}`,
    hint: "The JDK's own classes are needed to know which types are iterators and collections. Name one with --jdk.",
  };
}

/** RRV_JDK_NOT_THERE: JAVA_HOME names no JDK, and the one on the PATH is taken. */
export function jdkNotThere(named: string, taken: string): Diagnostic {
  return {
    code: 'RRV_JDK_NOT_THERE',
    severity: 'warning',
    message: `JAVA_HOME (${named}) is no JDK: ${taken} is taken, which is on the PATH`,
    hint: '--jdk names one.',
  };
}

/**
 * RRV_JDK_OLDER: classes of the inputs are of a later release of Java than the class library, and rely on what it has
 * not. `newest`: the latest release of these.
 */
export function jdkOlder(release: number, classes: number, newest: number, where: Place): Diagnostic {
  const those =
    classes === 1
      ? `a class of the inputs is of Java ${newest}`
      : `${classes} classes of the inputs are of releases up to Java ${newest}`;
  return {
    code: 'RRV_JDK_OLDER',
    severity: 'warning',
    message: `JDK ${release} is too old for the program: ${those}. What later class libraries have is not known, so violations may be missing`,
    where,
    hint: 'Name the JDK that the program runs on with --jdk or JAVA_HOME. Classes that the program does without there do no harm.',
  };
}

/** RRV_JIMAGE_CORRUPT: the JDK's run-time image contradicts itself. `offset` is in bytes. */
export function jimageCorrupt(what: string, offset: number, where: Place = {}): Diagnostic {
  return {
    code: 'RRV_JIMAGE_CORRUPT',
    severity: 'error',
    message: `damaged JDK image: ${what} (at ${offset})`,
    where: { ...where, offset },
    hint: 'Choose another JDK with --jdk.',
  };
}

/** RRV_JIMAGE_NOT_IMAGE: the file is not a `lib/modules` of a JDK. */
export function jimageNotImage(where: Place = {}): Diagnostic {
  return {
    code: 'RRV_JIMAGE_NOT_IMAGE',
    severity: 'error',
    message: 'the file is not a JDK run-time image',
    where,
    hint: 'Choose another JDK with --jdk.',
  };
}

/** RRV_LIMIT_MALFORMED: `--limit` names no limit, or gives it no number. */
export function limitMalformed(given: string, why: string, near?: string): Diagnostic {
  return {
    code: 'RRV_LIMIT_MALFORMED',
    severity: 'error',
    message: `--limit ${given}: ${why}${near === undefined ? '' : ` (did you mean ${near}?)`}`,
    hint: 'docs/command-line.md lists the limits: --limit archive.entryBytes=536870912.',
  };
}

/** RRV_MEMORY: the command needs more memory than it may take. `megabytes`: that. */
export function memoryExhausted(megabytes: number): Diagnostic {
  return {
    code: 'RRV_MEMORY',
    severity: 'error',
    message: `it needs more memory than ${megabytes} MB`,
    hint: 'NODE_OPTIONS=--max-old-space-size=<megabytes> allows more. Less is needed by several runs with one input each and the others in --class-path, and by --analysis none.',
  };
}

/** RRV_MEMORY: what runs have reported needs more. */
export function memoryExhaustedByReports(megabytes: number): Diagnostic {
  return {
    code: 'RRV_MEMORY',
    severity: 'error',
    message: `it needs more memory than ${megabytes} MB`,
    hint: 'NODE_OPTIONS=--max-old-space-size=<megabytes> allows more. Less is needed where the programs run with a smaller rrv.maxTraces or rrv.maxFrames, or a smaller rrv.history.',
  };
}

/** RRV_METHOD_UNKNOWN: the input has no method of that name, or several. */
export function methodUnknown(
  method: string,
  why: 'no method' | 'no class of the method' | 'several methods',
  candidates: readonly string[],
  areNear: boolean,
): Diagnostic {
  return {
    code: 'RRV_METHOD_UNKNOWN',
    severity: 'error',
    message: `the input has ${why} ${method}`,
    hint:
      candidates.length === 0
        ? 'Write package.Class#method, or package.Class#method(I)V with its descriptor.'
        : areNear
          ? `Did you mean ${candidates.join(', or ')}?`
          : `There are ${candidates.join(', ')}.`,
  };
}

/** RRV_MODULE_PATCH: an archive in a distribution becomes part of a module of the JDK; `script` is what says so. */
export function modulePatchKept(script: string, where: Place): Diagnostic {
  return {
    code: 'RRV_MODULE_PATCH',
    severity: 'warning',
    message: `${script} gives the archive to the JVM with --patch-module: it stays as it is, since modules of the JDK see no monitor`,
    where,
  };
}

/** RRV_NESTED_ARCHIVE_SKIPPED: an entry is named like an archive, but is none that Java opens. `problem`: it is damaged, say. */
export function nestedArchiveSkipped(problem?: string, where: Place = {}): Diagnostic {
  return {
    code: 'RRV_NESTED_ARCHIVE_SKIPPED',
    severity: 'warning',
    message:
      problem === undefined
        ? 'the entry is named like an archive but is none: it stays as it is'
        : `Java does not open this archive, and it stays as it is: ${problem}`,
    where,
  };
}

/** RRV_NODE_UNSUPPORTED: this Node.js lacks functions that rrv calls; `version` as in `21.7.3`. */
export function nodeUnsupported(version: string): Diagnostic {
  return {
    code: 'RRV_NODE_UNSUPPORTED',
    severity: 'error',
    message: `Node.js ${version} lacks functions that rrv needs`,
    hint: 'Use Node.js 20.19 or a later 20, or 22.12 or later.',
  };
}

/** RRV_NO_POINT: no instruction of the inputs produces an event of the properties; they may have no class. */
export function noPointFound(properties: readonly string[], hasClasses: boolean): Diagnostic {
  const why = hasClasses
    ? `no instruction of the inputs produces an event of ${properties.join(', ')}`
    : 'the inputs have no class';
  const hint = hasClasses
    ? 'Check --include, --exclude and --class-path'
    : 'Name what the compiler has written, such as target/classes, or a jar of it, and no sources';
  return {
    code: 'RRV_NO_POINT',
    severity: 'error',
    message: `nothing to monitor: ${why}`,
    hint: `${hint}; --allow-empty goes on all the same.`,
  };
}

/** RRV_OUTPUT_CLASH: two inputs would be written to the same place. */
export function outputClash(inPlace: boolean, where: Place): Diagnostic {
  return {
    code: 'RRV_OUTPUT_CLASH',
    severity: 'error',
    message: 'two inputs have this output',
    where,
    hint: inPlace
      ? 'Name one of them: a link leads to the other.'
      : 'Use --in-place, or rename one: what runs together is to be instrumented in one run.',
  };
}

/** RRV_OUTPUT_DIRECTORY_IN_USE: the output directory holds something that rrv did not write. */
export function outputDirectoryInUse(where: Place): Diagnostic {
  return {
    code: 'RRV_OUTPUT_DIRECTORY_IN_USE',
    severity: 'error',
    message: 'the output directory is there already, and is not an output of rrv',
    where,
    hint: 'It would be replaced as a whole: remove it, or name another one. (An output to which nothing was added is known only while its input stays the same.)',
  };
}

/** RRV_OUTPUT_FILE_IN_USE: what the output would overwrite is no archive, so rrv has not written it. */
export function outputFileInUse(where: Place): Diagnostic {
  return {
    code: 'RRV_OUTPUT_FILE_IN_USE',
    severity: 'error',
    message: 'the output is there already, and is no archive',
    where,
    hint: 'It would be overwritten: remove it, or name another one.',
  };
}

/** RRV_OUTPUT_IS_INPUT: writing an output or a report would overwrite what the run reads. */
export function outputIsInput(written: 'output' | 'report', read: string, where: Place): Diagnostic {
  return {
    code: 'RRV_OUTPUT_IS_INPUT',
    severity: 'error',
    message: `the ${written} would overwrite ${/^[aeiou]/.test(read) ? 'an' : 'a'} ${read}`,
    where,
    ...(written === 'output' && read === 'input'
      ? { hint: 'Use --in-place if that is what you want.' }
      : { hint: 'Give it another path.' }),
  };
}

/** RRV_OUTPUT_UNWRITABLE: the output cannot be written. Nothing was. */
export function outputUnwritable(reason: string, where: Place): Diagnostic {
  return { code: 'RRV_OUTPUT_UNWRITABLE', severity: 'error', message: `cannot write: ${reason}`, where };
}

/** RRV_OWN_CHECKSUM: an archive whose code changes holds a checksum by which that code checks its own archive. */
export function ownChecksum(program: string, where: Place): Diagnostic {
  return {
    code: 'RRV_OWN_CHECKSUM',
    severity: 'warning',
    message: `${program} checks its own archive by this checksum: it will refuse to start with the instrumented one`,
    where,
    hint: '--exclude the packages of this archive, which leaves it as it is.',
  };
}

/**
 * RRV_PACKAGE_INDEX: the class loader of a framework knows packages from a file that does not name those of
 * the monitor.
 */
export function packageIndex(framework: string, hint: string, where: Place): Diagnostic {
  return {
    code: 'RRV_PACKAGE_INDEX',
    severity: 'warning',
    message: `${framework} finds packages by this index, in which those of the monitor are not: the program will not start`,
    where,
    hint,
  };
}

/** RRV_POINTS_UNMONITORED: points that had to stay as they were, so their events are not seen. */
export function pointsUnmonitored(count: number, example: string): Diagnostic {
  return {
    code: 'RRV_POINTS_UNMONITORED',
    severity: 'warning',
    message: `${count} ${count === 1 ? 'point is' : 'points are'} not monitored, for example in ${example}`,
    hint: 'They stay as they were; violations there are missed. A report (--report) lists them; --strict makes it exit code 3. Where there is no room, fewer properties at once need less.',
  };
}

/** RRV_PROPERTY_ENCODING: a `.mop` file, or a trace that a property is tried on, has bytes that are no text in UTF-8. */
export function propertyNotUtf8(where: Place, likely: 'UTF-16' | 'ISO-8859-1'): Diagnostic {
  return {
    code: 'RRV_PROPERTY_ENCODING',
    severity: 'error',
    message: 'the file is not in UTF-8',
    where,
    hint: `Save it in UTF-8, for example with \`iconv -f ${likely} -t UTF-8\`.`,
  };
}

/** RRV_PROPERTY_EVENT_UNMATCHED: an event of a property can match nothing that the resolver knows of. */
export function propertyEventUnmatched(
  property: string,
  event: string,
  why: string,
  hint: string,
  where: Place = {},
): Diagnostic {
  return {
    code: 'RRV_PROPERTY_EVENT_UNMATCHED',
    severity: 'warning',
    message: `event ${event} of property ${property} can match nothing: ${why}`,
    where,
    hint,
  };
}

/** RRV_PROPERTY_INVALID: a `.mop` file is well formed, but what it says makes no sense (an unknown event, ...). */
export function propertyInvalid(what: string, where: Place, hint: string): Diagnostic {
  return { code: 'RRV_PROPERTY_INVALID', severity: 'error', message: what, where, hint };
}

/** RRV_PROPERTY_JAVA: the Java compiler rejects Java code of a property. */
export function propertyJavaError(message: string, where: Place): Diagnostic {
  return {
    code: 'RRV_PROPERTY_JAVA',
    severity: 'error',
    message: `the Java code of the property does not compile: ${message}`,
    where,
    hint: javaHint(message),
  };
}

function javaHint(message: string): string {
  const variable = /symbol: variable (\S+)/.exec(message)?.[1];
  if (variable !== undefined && /^this(?:Enclosing)?JoinPoint/.test(variable))
    return 'There is no join point of AspectJ: `__LOC` is the place of the event, `__STATICSIG.getDeclaringType()` the class of the method, and target, args and returning bind the objects.';
  if (variable !== undefined)
    return `The Java of an event sees what that event declares and the fields, that of a handler the fields and the parameters of the property: keep ${variable} in a field.`;
  if (/ is not public in | from outside package| has private access in/.test(message))
    return 'The Java stands in a package of its own: declare the argument as Object, with the type in the pointcut, as in `target(T) && target(o)`.';
  if (message.includes('class file has wrong version'))
    return 'The class is of a later release of Java than this javac: name the JDK that the program runs on with --jdk or JAVA_HOME.';
  return 'Check the names and imports, and name the jars of other classes with --class-path.';
}

/** RRV_PROPERTY_LIMIT: a property is beyond a named limit of the language. */
export function propertyLimit(limit: string, given: number, allowed: number, where: Place): Diagnostic {
  return {
    code: 'RRV_PROPERTY_LIMIT',
    severity: 'error',
    message: `the property exceeds the limit ${limit}: ${given}, allowed are ${allowed}`,
    where,
    hint: 'Split the property into smaller ones.',
  };
}

/**
 * RRV_PROPERTY_NEVER_REPORTED: no sequence of events makes a monitor run a handler, or no slice has all events of
 * such a sequence, or there is nothing to report.
 */
export function propertyNeverReported(
  property: string,
  why: { readonly category: string } | 'prints nothing' | 'no slice',
  where: Place,
): Diagnostic {
  const [message, hint] =
    why === 'prints nothing'
      ? [
          `${property} never reports: it has no formula, and its events print nothing`,
          'Add a formula with a handler, or print in the body of the event that is wrong.',
        ]
      : why === 'no slice'
        ? [
            `${property} never reports: no slice has all the events of a sequence that is reported`,
            'A slice begins with a creation event, if there are any, and has the events that bind none but its own objects.',
          ]
        : [
            `@${why.category} of ${property} never happens: no sequence of the events leads to it`,
            'rrv properties show prints the monitor that the formula makes.',
          ];
  return { code: 'RRV_PROPERTY_NEVER_REPORTED', severity: 'warning', message, where, hint };
}

/** RRV_PROPERTY_PARAMETER_UNBOUND: no event of a property binds one of its parameters. */
export function propertyParameterUnbound(property: string, parameter: string, where: Place): Diagnostic {
  return {
    code: 'RRV_PROPERTY_PARAMETER_UNBOUND',
    severity: 'warning',
    message: `no event of ${property} binds its parameter ${parameter}`,
    where,
    hint: 'An event binds what it declares under the same name: declare it there, or leave the parameter out.',
  };
}

/** RRV_PROPERTY_SKIP_IGNORED: `__SKIP` or `around` asks to leave out a call of the program. */
export function propertySkipIgnored(what: string, where: Place): Diagnostic {
  return {
    code: 'RRV_PROPERTY_SKIP_IGNORED',
    severity: 'warning',
    message: `${what} has no effect: rrv observes the program and never leaves out a call`,
    where,
    hint: 'The event is reported before the call, which then proceeds.',
  };
}

/** RRV_PROPERTY_STATE_UNREACHABLE: no sequence of events leads to a state of a state machine. */
export function propertyStateUnreachable(property: string, state: string, where: Place): Diagnostic {
  return {
    code: 'RRV_PROPERTY_STATE_UNREACHABLE',
    severity: 'warning',
    message: `no sequence of the events of ${property} leads to state ${state}`,
    where,
    hint: 'The machine begins in the first state: give one that is reached a transition to this one, or leave it out.',
  };
}

/** RRV_PROPERTY_SYNTAX: the text is not a `.mop` file as docs/property-language.md defines it. */
export function propertySyntax(what: string, where: Place, hint: string): Diagnostic {
  return { code: 'RRV_PROPERTY_SYNTAX', severity: 'error', message: what, where, hint };
}

/**
 * RRV_PROPERTY_TAG_UNKNOWN: the documentation comment of a property has a tag that means nothing. `near`: names like
 * it; its own where it means nothing because other text stands before it.
 */
export function propertyTagUnknown(name: string, near: readonly string[], where: Place): Diagnostic {
  return {
    code: 'RRV_PROPERTY_TAG_UNKNOWN',
    severity: 'warning',
    message: `the tag @${name} means nothing: it is read as part of the text`,
    where,
    hint: near.includes(name)
      ? `Begin a line of the comment with @${name}.`
      : near.length > 0
        ? `Did you mean @${near.join(' or @')}?`
        : 'docs/property-language.md has the tags of documentation comments.',
  };
}

/** RRV_PROPERTY_TYPE_MISSING: a full name in a `.mop` file is that of no type or package. `near`: names like it. */
export function propertyTypeMissing(
  { what, name, near }: { what: 'type' | 'package'; name: string; near: readonly string[] },
  where: Place = {},
): Diagnostic {
  const isOfJava = name.startsWith('java.');
  return {
    code: 'RRV_PROPERTY_TYPE_MISSING',
    severity: 'warning',
    message: `there is no ${what} ${name} in ${isOfJava ? 'the JDK' : 'the JDK or on the class path'}`,
    where,
    hint:
      near.length > 0
        ? `Did you mean ${near.join(' or ')}?`
        : isOfJava
          ? 'Check the spelling; --jdk names another JDK.'
          : 'Check the spelling, and name the jar that holds it with --class-path.',
  };
}

/** RRV_PROPERTY_TYPE_UNKNOWN: a type name is found through none of the imports of a `.mop` file. */
export function propertyTypeUnknown(name: string, where: Place, hint: string): Diagnostic {
  return {
    code: 'RRV_PROPERTY_TYPE_UNKNOWN',
    severity: 'error',
    message: `type ${name} is not imported, and in no package that is imported`,
    where,
    hint,
  };
}

/** RRV_PROPERTY_UNKNOWN: `--prop` names no property, group, severity or file. */
export function propertyUnknown(name: string, suggestions: readonly string[]): Diagnostic {
  return {
    code: 'RRV_PROPERTY_UNKNOWN',
    severity: 'error',
    message: `there is no property, group or severity named ${name}`,
    hint:
      suggestions.length > 0
        ? `Did you mean ${suggestions.join(' or ')}?`
        : 'List the properties with `rrv properties`; the name of a file must end with .mop, and a directory must be there.',
  };
}

/** RRV_PROPERTY_UNKNOWN: `#Name` behind a file or a directory is none of its properties, of which `near` are like it. */
export function propertyNotInFiles(
  name: string,
  path: string,
  names: readonly string[],
  near: readonly string[],
): Diagnostic {
  const shown = names.slice(0, 10);
  const further = names.length > shown.length ? ` and ${names.length - shown.length} more` : '';
  return {
    code: 'RRV_PROPERTY_UNKNOWN',
    severity: 'error',
    message: name === '' ? 'a name is missing behind the #' : `there is no property named ${name}`,
    where: { file: path },
    hint:
      near.length > 0
        ? `Did you mean ${near.map((each) => `${path}#${each}`).join(' or ')}?`
        : `There is ${shown.join(', ')}${further}; without # all are taken.`,
  };
}

/** RRV_PROPERTY_UNSUPPORTED: a construct of JavaMOP or AspectJ that rrv does not have. */
export function propertyUnsupported(what: string, where: Place, hint: string): Diagnostic {
  return {
    code: 'RRV_PROPERTY_UNSUPPORTED',
    severity: 'error',
    message: `${what} is not supported`,
    where,
    hint,
  };
}

/** RRV_REFLECTION_NOT_NOTED: `--reflection-of` names the report of a run that has not noted what reflection reached. */
export function reflectionNotNoted(where: Place): Diagnostic {
  return {
    code: 'RRV_REFLECTION_NOT_NOTED',
    severity: 'error',
    message: 'this run has not noted what reflection reached',
    where,
    hint: 'Programs do that which are instrumented with --entry main, or globs.',
  };
}

/** RRV_REFLECTION_UNKNOWN: `--reflection` names no class, method or field of the inputs or the class path. */
export function reflectionUnknown(pattern: string, near: readonly string[]): Diagnostic {
  return {
    code: 'RRV_REFLECTION_UNKNOWN',
    severity: 'error',
    message: `--reflection ${pattern} names no class, method or field`,
    hint:
      near.length > 0
        ? `Did you mean ${near.join(' or ')}?`
        : 'What is not named is taken to be out of the reach of reflection. Give none, or globs in Java names: a.beans.**, a.**#set*.',
  };
}

/** RRV_REFLECTION_UNWATCHED: calls of reflection that cannot note what they reach; `where` is the first. */
export function reflectionUnwatched(count: number, where: Place): Diagnostic {
  return {
    code: 'RRV_REFLECTION_UNWATCHED',
    severity: 'warning',
    message: `${count === 1 ? 'a call' : `${count} calls`} of reflection will not note what ${count === 1 ? 'it reaches' : 'they reach'}, as no code can be woven there`,
    where,
    hint: 'Name with --reflection what they reach: the program cannot check it.',
  };
}

/** RRV_REFLECTION_UNWATCHED: code that is not rewritten may reflect and note nothing; `where` is the first method. */
export function reflectionUnwatchedElsewhere(count: number, where: Place): Diagnostic {
  const [may, reaches] = count === 1 ? ['a method', 'it reaches'] : [`${count} methods`, 'they reach'];
  return {
    code: 'RRV_REFLECTION_UNWATCHED',
    severity: 'warning',
    message: `${may} of native code, or of the class path or --exclude, may reflect and will not note what ${reaches}`,
    where,
    hint: 'Make inputs of what is on the class path, or name with --reflection what they reach: the program cannot check it.',
  };
}

/** RRV_REPORT_FORMAT: `--report` names a format that there is none of. */
export function reportFormatUnknown(
  name: string,
  known: readonly string[],
  near: string | undefined,
): Diagnostic {
  return {
    code: 'RRV_REPORT_FORMAT',
    severity: 'error',
    message: `there is no report format ${JSON.stringify(name)}${near === undefined ? '' : ` (did you mean ${near}?)`}`,
    hint: `There are: ${known.join(', ')}.`,
  };
}

/** RRV_RUNTIME_IN_MODULES: several outputs would be modules, and each would carry a copy of one package. */
export function runtimeInSeveralModules(archives: readonly string[]): Diagnostic {
  const shown = archives.length > 4 ? [...archives.slice(0, 3), `${archives.length - 3} more`] : archives;
  return {
    code: 'RRV_RUNTIME_IN_MODULES',
    severity: 'warning',
    message: `on a module path ${shown.join(', ')} would be modules that each carry the runtime: Java refuses a package in two modules`,
    hint: 'Use --runtime external for a program on the module path (with --add-modules rrv.runtime if its main module has no descriptor); on the class path all is well.',
  };
}

/** RRV_RUNTIME_MISSING: the installation is incomplete. */
export function runtimeMissing(): Diagnostic {
  return {
    code: 'RRV_RUNTIME_MISSING',
    severity: 'error',
    message: 'the monitor runtime (rrv-runtime.jar) is not there',
    hint: 'In a checkout, run npm run build; else install rrv again.',
  };
}

/** RRV_RUN_NO_EVENT: instrumented programs ran, and their monitors saw nothing. */
export function runNoEvent(): Diagnostic {
  return {
    code: 'RRV_RUN_NO_EVENT',
    severity: 'warning',
    message: 'no monitor has seen an event',
    hint: 'That is right where no point stayed that the runs reached: rrv analyze tells which do. Else the runs did not reach the code.',
  };
}

/** RRV_RUN_REPORT: a file is no report of an instrumented program. */
export function runReportMalformed(what: string, where: Place): Diagnostic {
  return {
    code: 'RRV_RUN_REPORT',
    severity: 'error',
    message: `no report of a run: ${what}`,
    where,
    hint: 'The instrumented program writes one with -Drrv.report=FILE or RRV_REPORT=FILE.',
  };
}

/** RRV_RUN_REPORT_LONG: a report of a run is longer than what Node.js reads as one text. */
export function runReportTooLong(bytes: number, most: number, where: Place): Diagnostic {
  return {
    code: 'RRV_RUN_REPORT_LONG',
    severity: 'error',
    message: `the report has ${bytes} bytes, and Node.js reads no more than ${most} as one text`,
    where,
    hint: 'Stack traces are most of it: run the program with a smaller rrv.maxTraces or rrv.maxFrames, or a smaller rrv.history.',
  };
}

/** RRV_RUN_REPORT_LOSSES: reports of runs do not have everything. */
export function runReportLosses(what: string): Diagnostic {
  return { code: 'RRV_RUN_REPORT_LOSSES', severity: 'warning', message: what };
}

/**
 * RRV_RUN_REPORT_NONE: a directory holds no report of a run. `combined`: how many there are that `rrv report`
 * has put together.
 */
export function runReportNone(combined: number, where: Place): Diagnostic {
  return {
    code: 'RRV_RUN_REPORT_NONE',
    severity: 'error',
    message: 'there is no report of a run (*.json) in this directory',
    where,
    hint:
      combined > 0
        ? 'What rrv report has written is passed over in a directory: name such files themselves.'
        : 'Did the program run with RRV_REPORT, and load the instrumented classes? A build may have compiled over them. Where rrv instrument leaves no event, runs may write no report: give its own with --instrumentation.',
  };
}

/**
 * RRV_RUN_UNFINISHED: an input directory has files with temporary names of rrv, `count` of them, `where` the first.
 */
export function runUnfinished(count: number, where: Place): Diagnostic {
  return {
    code: 'RRV_RUN_UNFINISHED',
    severity: 'warning',
    message: `${count === 1 ? 'a temporary file' : `${count} temporary files`} of rrv ${count === 1 ? 'is' : 'are'} passed over: a run was killed while it wrote here, or one is writing now`,
    where,
    hint: 'Where none is running: with --in-place some files may be instrumented and others not, so build the directory again from clean; else remove what is named .rrv-….',
  };
}

/** RRV_SIGNATURE_REMOVED: a signed archive was changed, so its signature no longer holds and was removed. */
export function signatureRemoved(where: Place = {}): Diagnostic {
  return {
    code: 'RRV_SIGNATURE_REMOVED',
    severity: 'warning',
    message: 'the archive was signed; the instrumented one is not',
    where,
    hint: 'Sign it again with jarsigner if its users check the signature.',
  };
}

/** RRV_SOURCE_MISSING: `--source` leads to no directory, so that its files stand in no report. */
export function sourceMissing(root: string): Diagnostic {
  return {
    code: 'RRV_SOURCE_MISSING',
    severity: 'warning',
    message: 'there is no directory of sources',
    where: { file: root },
    hint: 'Reports have no lines from it. --source names a root, such as src/main/java.',
  };
}

/** RRV_SYSTEM: the operating system refuses what no other error speaks of. */
export function systemRefused(reason: string, where: Place): Diagnostic {
  return { code: 'RRV_SYSTEM', severity: 'error', message: reason, where };
}

/** RRV_TEMPORARY: temporary files cannot be written. */
export function temporaryUnwritable(reason: string, folder: string): Diagnostic {
  return {
    code: 'RRV_TEMPORARY',
    severity: 'error',
    message: `cannot write temporary files in ${folder}: ${reason}`,
    hint: 'TMPDIR (on Windows TEMP) names a directory with room, which may be written to.',
  };
}

/** RRV_TRACE_INVALID: a line of a trace is no event of the property. */
export function traceInvalid(what: string, where: Place, hint: string): Diagnostic {
  return { code: 'RRV_TRACE_INVALID', severity: 'error', message: what, where, hint };
}

/** RRV_TRACE_JAVA: a property that is tried on a trace has Java code, which does not run there. */
export function traceWithoutJava(property: string): Diagnostic {
  return {
    code: 'RRV_TRACE_JAVA',
    severity: 'warning',
    message: `the Java code of ${property} does not run on a trace`,
    hint: 'Conditions are taken to hold; what bodies of events and handlers would do is left out.',
  };
}

/** RRV_TRACE_LIMIT: a trace is beyond a named limit. */
export function traceLimit(limit: string, allowed: number, where: Place): Diagnostic {
  return {
    code: 'RRV_TRACE_LIMIT',
    severity: 'error',
    message: `the trace exceeds the limit trace.${limit}: allowed are ${allowed}`,
    where,
    hint: `A shorter trace shows as much; --limit trace.${limit}=NUMBER allows more.`,
  };
}

/** RRV_USAGE: the command line is wrong. */
export function usage(what: string): Diagnostic {
  return { code: 'RRV_USAGE', severity: 'error', message: what };
}

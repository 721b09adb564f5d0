import type { RrvError } from '../../diagnostics.ts';
import type { DocComment, Token } from './java-scanner.ts';
import type { Imports } from './type-names.ts';

/** A `.mop` file as written: positions everywhere, nothing resolved. Offsets and token indices are of the file. */
export interface FileSyntax {
  /** The offset behind the package and the imports. */
  readonly headerEnd: number;
  readonly imports: Imports;
  /** Imports as Java has them but for the word `import`, with `static`, and where each begins. */
  readonly importTexts: readonly { readonly text: string; readonly at: Token }[];
  readonly importTokens: readonly ImportSyntax[];
  readonly specifications: readonly (SpecificationSyntax | UnreadSpecification)[];
}

/** A property with a mistake, behind which the file can be read on. */
export interface UnreadSpecification {
  /** What stands where its name should. */
  readonly name: Token;
  readonly mistake: RrvError;
  readonly start: number;
  readonly end: number;
}

/** `import name;` or `import name.*;`; of `static` ones there is none. */
export interface ImportSyntax {
  readonly name: string;
  readonly onDemand: boolean;
  readonly at: Token;
}

export interface SpecificationSyntax {
  readonly docComment: DocComment | undefined;
  readonly modifiers: readonly Token[];
  readonly name: Token;
  readonly parameters: readonly ParameterSyntax[];
  /** Fields and methods of the monitor, verbatim. */
  readonly declarations: { readonly text: string; readonly start: number };
  readonly events: readonly EventSyntax[];
  readonly formulas: readonly FormulaSyntax[];
  /** Of all of it, its documentation included. */
  readonly start: number;
  readonly end: number;
}

export interface ParameterSyntax {
  /** Without type arguments and dimensions: `Map.Entry`. */
  readonly typeName: string;
  readonly dimensions: number;
  readonly typeToken: Token;
  readonly name: Token;
}

/** A range of tokens: `first` included, `last` excluded. */
export interface TokenRange {
  readonly first: number;
  readonly last: number;
}

export interface EventSyntax {
  readonly creation: boolean;
  readonly name: Token;
  readonly position: Token;
  readonly around: boolean;
  readonly parameters: readonly ParameterSyntax[];
  readonly returning?: readonly ParameterSyntax[];
  readonly throwing?: readonly ParameterSyntax[];
  readonly pointcut: TokenRange;
  readonly body: BodySyntax | undefined;
}

export interface BodySyntax extends TokenRange {
  readonly text: string;
  readonly start: number;
}

export interface FormulaSyntax {
  readonly formalism: Token;
  /** The formula's own name, when it has one: `ere nested: ...`. */
  readonly name?: Token;
  readonly formula: TokenRange;
  readonly text: string;
  readonly handlers: readonly HandlerSyntax[];
}

export interface HandlerSyntax {
  readonly category: Token;
  /** Of `@formula@category`. */
  readonly formula?: Token;
  readonly body: BodySyntax;
}

/** What is used of papaparse. Its published types bring those of Node along, which the app must not know. */
declare module 'papaparse' {
  interface ParseOptions {
    /** Empty: guessed. */
    readonly delimiter: string;
    readonly delimitersToGuess?: readonly string[];
    readonly skipEmptyLines: 'greedy';
    /** The most records read. */
    readonly preview?: number;
  }
  interface Parsed {
    readonly data: readonly (readonly string[])[];
    readonly errors: readonly { readonly code: string }[];
    readonly meta: { readonly delimiter: string };
  }
  const papaparse: {
    parse(text: string, options: ParseOptions): Parsed;
    unparse(rows: readonly (readonly string[])[], options: { readonly delimiter: string; readonly newline: '\n' }): string;
  };
  export default papaparse;
}

/**
 * Programs that call the API, as shown in the article. Plain data: a test runs each one, so the examples work as shown.
 */

/** Where each program reads the key from. */
export const KEY_VARIABLE = 'LEADLOOM_API_KEY';

export const exampleLanguages = ['curl', 'typescript', 'python'] as const;
export type ExampleLanguage = (typeof exampleLanguages)[number];

export const languageLabels = {
  curl: 'curl',
  typescript: 'TypeScript',
  python: 'Python',
} as const satisfies Record<ExampleLanguage, string>;

export interface ApiExample {
  /** Base name of its files: `list-companies`. */
  readonly name: string;
  readonly title: string;
  /** The operation it shows, as `operationOf` names it. */
  readonly operation: string;
  readonly code: Readonly<Record<ExampleLanguage, string>>;
}

/** The command that runs the saved program; null: typed as it is. */
export function runCommand(name: string, language: ExampleLanguage): string | null {
  if (language === 'curl') return null;
  return language === 'typescript' ? `node ${name}.mts` : `python3 ${name}.py`;
}

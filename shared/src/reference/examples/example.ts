/** Programs that call the API, as the article shows them. Plain data: a test runs each, so what is shown is what works. */

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
  /** What its files are called: `list-companies`. */
  readonly name: string;
  readonly title: string;
  /** The operation it shows, as `operationOf` names it. */
  readonly operation: string;
  readonly code: Readonly<Record<ExampleLanguage, string>>;
}

/** How the program is run, once it is saved; null: typed as it is. */
export function runCommand(name: string, language: ExampleLanguage): string | null {
  if (language === 'curl') return null;
  return language === 'typescript' ? `node ${name}.mts` : `python3 ${name}.py`;
}

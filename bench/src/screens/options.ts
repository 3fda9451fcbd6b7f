/** The options of `pnpm bench screens`: `--only`, as for the tables, and `--lighthouse`. */

/** Options in the form that `parseArgs` takes. */
export const screensOptions = {
  /** Judges each screen by Lighthouse as well, which takes half a minute a screen. */
  lighthouse: { type: 'boolean' },
} as const;

export interface ScreensChoice {
  /** Whether the screen of this address is measured. */
  readonly isChosen: (path: string) => boolean;
  readonly isLighthouse: boolean;
  /** Whether only some screens are measured. */
  readonly isPart: boolean;
}

interface ScreensValues {
  /** Ends of addresses, such as `companies` or `/app/dashboard`. */
  readonly only?: readonly string[] | undefined;
  readonly lighthouse?: boolean | undefined;
}

export function readScreensChoice({ only, lighthouse }: ScreensValues): ScreensChoice {
  return {
    isChosen: (path) => only === undefined || only.some((end) => path === end || path.endsWith(`/${end}`)),
    isLighthouse: lighthouse === true,
    isPart: only !== undefined,
  };
}

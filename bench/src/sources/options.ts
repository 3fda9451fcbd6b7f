/** The options of `pnpm bench sources`: `--only`, as for the tables, and the number of websites. */
import { wholeNumber } from '../whole-number.ts';

export const sourcesOptions = {
  /** Websites to look at. All 10,000 take an hour and a half, because each host is asked once a second. */
  sites: { type: 'string' },
} as const;

export const sourceParts = ['form-d', 'advisers', 'brreg', 'websites'] as const;
export type SourcePart = (typeof sourceParts)[number];

export interface SourcesChoice {
  readonly parts: ReadonlySet<SourcePart>;
  readonly sites: number;
}

const DEFAULT_SITES = '500';

/** @throws {Error} naming the invalid option */
export function readSourcesChoice({
  only = sourceParts,
  sites = DEFAULT_SITES,
}: {
  readonly only?: readonly string[] | undefined;
  readonly sites?: string | undefined;
}): SourcesChoice {
  const parts = only.map((name) => {
    const part = sourceParts.find((candidate) => candidate === name);
    if (part === undefined) throw new Error(`--only: there is no part ${name}; there are ${sourceParts.join(', ')}`);
    return part;
  });
  return { parts: new Set(parts), sites: wholeNumber('--sites', sites, 10) };
}

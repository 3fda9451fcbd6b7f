/** Reads a list of typed names and drops duplicates. One invalid name refuses the whole list. */
import type { NetworkName } from '@leadloom/shared/contract/sources';
import { readSubredditName, readTikTokName, subredditKey } from '@leadloom/shared/social/names';
import { AppError } from '../../http/app-error.ts';

/** Error messages quote at most this many characters of an invalid name. */
const QUOTED = 60;

export interface TrackedName {
  /** Identifies a name. */
  readonly key: string;
  /** The name as typed, without prefix or URL. */
  readonly displayName: string;
}

interface NameRules {
  readonly field: string;
  readonly read: (text: string) => string | null;
  /** Says what is wrong and what is valid. */
  readonly problem: (quoted: string) => string;
}

const rules: Readonly<Record<NetworkName, NameRules>> = {
  reddit: {
    field: 'subreddit_names',
    read: readSubredditName,
    problem: (quoted) =>
      `${quoted} is not a subreddit name. Names have 2 to 21 letters, digits or underscores; r/name and URLs such as https://www.reddit.com/r/name are also accepted.`,
  },
  tiktok: {
    field: 'unique_ids',
    read: readTikTokName,
    problem: (quoted) =>
      `${quoted} is not a TikTok user ID. IDs have 2 to 24 letters, digits, underscores or dots, and no dot at the end; @id and URLs such as https://www.tiktok.com/@id are also accepted.`,
  },
};

/** @returns null if the text is not a name */
export function readName(network: NetworkName, text: string): TrackedName | null {
  const displayName = rules[network].read(text);
  return displayName === null ? null : { key: subredditKey(displayName), displayName };
}

/** Reads names, each once. @throws {AppError} TRACKING.NAME_INVALID for the first invalid one */
export function readNames(network: NetworkName, texts: readonly string[]): readonly TrackedName[] {
  const names = new Map<string, TrackedName>();
  for (const [index, text] of texts.entries()) {
    const name = readName(network, text);
    if (name === null) throw nameProblem(rules[network], text, index);
    if (!names.has(name.key)) names.set(name.key, name);
  }
  return [...names.values()];
}

function nameProblem({ field, problem }: NameRules, text: string, index: number): AppError {
  const letters = [...text];
  const message = problem(`"${letters.length > QUOTED ? `${letters.slice(0, QUOTED).join('')}…` : text}"`);
  return new AppError('TRACKING.NAME_INVALID', { message, errors: [{ pointer: `/${field}/${index}`, detail: message }] });
}

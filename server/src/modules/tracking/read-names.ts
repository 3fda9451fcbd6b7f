/** Lists of names as people typed them: each read, duplicates dropped, or all of them refused for the first that is none. */
import type { NetworkName } from '@leadloom/shared/contract/sources';
import { readSubredditName, readTikTokName, subredditKey } from '@leadloom/shared/social/names';
import { AppError } from '../../http/app-error.ts';

/** A message quotes no more of a name that is none. */
const QUOTED = 60;

export interface TrackedName {
  /** Tells names apart. */
  readonly key: string;
  /** As it was typed, without what stood around it. */
  readonly displayName: string;
}

interface NameRules {
  readonly field: string;
  readonly read: (text: string) => string | null;
  /** What is not right about it, and what would be. */
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

/** null: it is none. */
export function readName(network: NetworkName, text: string): TrackedName | null {
  const displayName = rules[network].read(text);
  return displayName === null ? null : { key: subredditKey(displayName), displayName };
}

/** Each name once. @throws {AppError} TRACKING.NAME_INVALID for the first that is none */
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

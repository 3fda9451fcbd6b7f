/** Reads what was typed into "Profile to visit": one address per line, each judged on its own. */
import { invalidProfileUrlMessage, type ProfileAddress, readProfileUrl } from '@leadloom/shared/linkedin/profile-url';

export const URL_EXISTS = 'URL already exists';

export interface LineProblem {
  /** The line as typed, without surrounding spaces. */
  readonly line: string;
  readonly message: string;
}

export interface AdditionPlan {
  readonly accepted: readonly ProfileAddress[];
  readonly problems: readonly LineProblem[];
}

/** @param listed what `profileKey` says of the entries already there */
export function planAdditions(typed: string, listed: ReadonlySet<string>): AdditionPlan {
  const lines = typed.split(/\r\n|\r|\n/).map((line) => line.trim());
  const filled = lines.filter((line) => line !== '');
  const accepted = new Map<string, ProfileAddress>();
  const problems: LineProblem[] = [];
  for (const line of filled.length === 0 ? [''] : filled) {
    const address = readProfileUrl(line);
    if (address === null) problems.push({ line, message: invalidProfileUrlMessage(line) });
    else if (listed.has(address.key) || accepted.has(address.key)) problems.push({ line, message: URL_EXISTS });
    else accepted.set(address.key, address);
  }
  return { accepted: [...accepted.values()], problems };
}

/** What two addresses of one member share. */
export function profileKey(url: string): string {
  return readProfileUrl(url)?.key ?? url;
}

/**
 * "3 new, 41 already here", after several lines; one line has its own message. null: nothing to add up.
 * @param known accepted here, but listed by another tab or device meanwhile
 */
export function summarizeAddition({ accepted, problems }: AdditionPlan, added: number, known: number): string | null {
  if (accepted.length + problems.length < 2) return null;
  const existing = problems.filter(({ message }) => message === URL_EXISTS).length + known;
  const invalid = problems.filter(({ message }) => message !== URL_EXISTS).length;
  const parts = [`${added} new`, `${existing} already here`];
  if (invalid > 0) parts.push(`${invalid} not valid`);
  return parts.join(', ');
}

/** Whether a text is about a person: lines of files, and texts that reports quote. Pure. */

import { emailForm, profileForm } from '../../suppression/person/person-address.ts';
import type { KnownPerson } from './known-person.ts';

export interface Mentions {
  /** A line with an email or a profile of the person, or with name and employer. */
  readonly inLine: (line: string) => boolean;
  /** A text such as a single cell: the name alone is enough. */
  readonly inText: (text: string) => boolean;
  /** Parts of texts that may mention the person, in lower case, for a search that `inLine` or `inText` checks. */
  readonly needles: readonly string[];
}

export function mentionsOf({ names, emails, profiles, employers }: KnownPerson): Mentions {
  const lower = (texts: readonly (string | null)[]) => [
    ...new Set(texts.flatMap((text) => (text === null || text.trim().length < 3 ? [] : [text.trim().toLowerCase()]))),
  ];
  const mailboxes = lower([...emails, ...emails.map(emailForm)]);
  const pages = lower(profiles.map((profile) => profileForm(profile) ?? profile)).map((page) => page.replace(/^[^/]+/, ''));
  const people = lower(names);
  const workplaces = lower(employers);
  const has = (text: string, parts: readonly string[]) => parts.some((part) => text.includes(part));
  /** `/in/maren` is not in `/in/maren-holt`. */
  const hasPage = (text: string) =>
    pages.some((page) =>
      [page, encodeURI(page).toLowerCase()].some((form) => {
        for (let at = text.indexOf(form); at !== -1; at = text.indexOf(form, at + 1))
          if (!/[\p{L}\p{N}_%-]/u.test(text.charAt(at + form.length))) return true;
        return false;
      }),
    );
  const isNamed = (text: string) => has(text, mailboxes) || hasPage(text);
  return {
    inLine: (line) => {
      const text = line.toLowerCase();
      return isNamed(text) || (has(text, people) && has(text, workplaces));
    },
    inText: (line) => {
      const text = line.toLowerCase();
      return isNamed(text) || has(text, people);
    },
    needles: [...mailboxes, ...pages.flatMap((page) => [page, encodeURI(page).toLowerCase()]), ...people],
  };
}

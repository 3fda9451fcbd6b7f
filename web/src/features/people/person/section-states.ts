/** How complete a profile is, in plain words; the same on every screen. */
import type { CollectedProfile } from '@leadloom/shared/contract/collected-profiles';
import { formatCount } from '../../../lib/format-count.ts';

export type Sections = CollectedProfile['sections'];
type SectionState = Sections[string];

/** The names of sections, in the order of a profile. */
const names: Readonly<Record<string, string>> = {
  profile: 'Name and headline',
  counts: 'Connections and followers',
  contact: 'Contact details',
  about: 'Description',
  experience: 'Experience',
  education: 'Education',
};

export interface SectionLine {
  readonly key: string;
  readonly name: string;
  readonly state: SectionState;
  readonly text: string;
}

/** @param missingExperiences how many more exist according to LinkedIn; null: unknown */
export function sectionLines(sections: Sections, missingExperiences: number | null = null): readonly SectionLine[] {
  const known = Object.keys(names).filter((key) => sections[key] !== undefined);
  const others = Object.keys(sections).filter((key) => names[key] === undefined);
  return [...known, ...others].flatMap((key) => {
    const state = sections[key];
    if (state === undefined) return [];
    const missing = key === 'experience' ? missingExperiences : null;
    return { key, name: names[key] ?? capitalized(key), state, text: textOf(state, missing) };
  });
}

/** null if no section has a state. */
export function isWhole(sections: Sections): boolean | null {
  const states = Object.values(sections);
  return states.length === 0 ? null : states.every((state) => state === 'complete');
}

function textOf(state: SectionState, missing: number | null): string {
  switch (state) {
    case 'complete':
      return 'Complete';
    case 'truncated':
      return missing !== null && missing > 0
        ? `Incomplete: LinkedIn lists ${formatCount(missing)} more`
        : 'Incomplete: LinkedIn sent only a part';
    case 'missing':
      return 'Missing: LinkedIn sent none; there may be none';
    case 'unparsed':
      return 'Unreadable: LinkedIn sent it in an unknown format';
  }
}

function capitalized(key: string): string {
  const words = key.replaceAll('_', ' ');
  return words.charAt(0).toLocaleUpperCase() + words.slice(1);
}

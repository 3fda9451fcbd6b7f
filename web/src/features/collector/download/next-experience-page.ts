/** Where a member's experience section goes on: the parser reads it from the page before. */
import { parseProfile } from '@leadloom/shared/linkedin/parse/parse-profile';
import type { ExperiencePage } from './store-profile.ts';

export function nextExperiencePage(profileId: string, page: string): ExperiencePage | null {
  const parsed = parseProfile({ identity: profileId, payloads: [{ slot: 'ex', content: page }] });
  return parsed.ok ? (parsed.nextPages.find(({ section }) => section === 'experience') ?? null) : null;
}

import { readProfileUrl } from '@leadloom/shared/linkedin/profile-url';

interface Named {
  readonly full_name: string | null;
  readonly profile_url: string;
}

/** What a person is called on a screen: their name, or the last part of their address where LinkedIn sent none. */
export function personName({ full_name: name, profile_url: url }: Named): string {
  const shown = name?.trim() ?? '';
  // Letters, figures or pictures: a name of invisible marks alone is none.
  if (/[^\p{C}\p{Z}]/u.test(shown)) return shown;
  return readProfileUrl(url)?.slug ?? 'Unnamed member';
}

import { readProfileUrl } from '@leadloom/shared/linkedin/profile-url';

interface Named {
  readonly full_name: string | null;
  readonly profile_url: string;
}

/** How screens refer to a person: by name, or by the last part of their address if LinkedIn sent no name. */
export function personName({ full_name: name, profile_url: url }: Named): string {
  const shown = name?.trim() ?? '';
  // Letters, digits or symbols: a name of invisible characters alone counts as none.
  if (/[^\p{C}\p{Z}]/u.test(shown)) return shown;
  return readProfileUrl(url)?.slug ?? 'Unnamed member';
}

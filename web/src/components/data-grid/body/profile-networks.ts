/** Which columns hold addresses of profiles in networks, whose text says less than an icon. */
import type { ColumnDefinition } from '@leadloom/shared/tables/define-table';

export const profileNetworks = ['linkedin', 'facebook', 'instagram', 'youtube', 'twitter'] as const;
export type ProfileNetwork = (typeof profileNetworks)[number];

/** null: the column holds something else. A name may go on, as `linkedin_url` and `reviewer_linkedin_url` do. */
export function networkOf({ kind, field }: ColumnDefinition): ProfileNetwork | null {
  if (kind !== 'link') return null;
  return profileNetworks.find((network) => field.split('_').includes(network)) ?? null;
}

export function iconIdOf(network: ProfileNetwork): string {
  return `ll-icon-${network}`;
}

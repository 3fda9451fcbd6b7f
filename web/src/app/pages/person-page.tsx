/** A collected person, with the rows of tables that belong to it. */
import { lazyPart } from '../../components/lazy-part.tsx';
import { DetailedProfile } from '../../features/people/profile/detailed-profile.tsx';

const PersonRows = lazyPart(async () => (await import('../../features/tables/records/person-rows.tsx')).PersonRows);

export function PersonPage() {
  return <DetailedProfile Rows={PersonRows} />;
}

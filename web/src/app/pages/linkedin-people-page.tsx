import { CollectedPeople } from '../../features/collected-people/collected-people.tsx';

export function LinkedinPeoplePage() {
  return <CollectedPeople />;
}

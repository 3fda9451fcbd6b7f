import { Profile } from '../../features/profile/profile.tsx';

export function ProfilePage() {
  return <Profile />;
}

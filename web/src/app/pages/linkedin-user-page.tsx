import { DetailedProfile } from '../../features/detailed-profile/detailed-profile.tsx';

export function LinkedinUserPage() {
  return <DetailedProfile />;
}

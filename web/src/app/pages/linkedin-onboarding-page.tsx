import { Onboarding } from '../../features/onboarding/onboarding.tsx';

export function LinkedinOnboardingPage() {
  return <Onboarding />;
}

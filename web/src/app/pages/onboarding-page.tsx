/** The wizard of the collector, with the collector's check in its last step. */
import { lazyPart } from '../../components/lazy-part.tsx';
import { Onboarding } from '../../features/onboarding/onboarding.tsx';

const OnboardingCheck = lazyPart(
  async () => (await import('../../features/collector/check/onboarding-check.tsx')).OnboardingCheck,
);

export function OnboardingPage() {
  return <Onboarding check={<OnboardingCheck />} />;
}

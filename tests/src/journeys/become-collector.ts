/** The first steps of journeys about collecting. */
import { becomeMember, callApi, type Place } from './account-shortcuts.ts';
import type { Credentials } from './account-steps.ts';

/** A new account, signed in, past the onboarding, and told what collecting may cost its LinkedIn account. */
export async function becomeCollector(place: Place, credentials: Credentials): Promise<void> {
  const { page } = place;
  await becomeMember(place, credentials);
  await callApi(page, { method: 'POST', path: '/linkedin/onboarding', body: { completed: true } });
  await callApi(page, { method: 'POST', path: '/linkedin/risk', body: { accepted: true } });
}

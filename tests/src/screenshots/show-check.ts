/**
 * The collector with a check that has ended, by an extension and a LinkedIn that answer from fixtures: one line by a fallback,
 * one different. A check takes more than a minute.
 */
import { checkAnswers } from '@leadloom/shared/testing/linkedin-check.fixture';
import { expect, type Page } from '@playwright/test';
import { LONG } from './states.ts';

/** What the address of a line contains, first match first; null: LinkedIn refuses it. */
const answers: readonly (readonly [part: string, body: object | null])[] = [
  ['/voyager/api/me', checkAnswers.me.understood],
  ['FullProfileWithEntities-93', null],
  ['FullProfileWithEntities', checkAnswers.profile.understood],
  ['decorationId=com.linkedin.voyager.dash.deco.identity.profile.ProfileContactInfo', checkAnswers.contact.understood],
  ['memberIdentity=', checkAnswers.topCard.different.followerCount ?? null],
  ['/profilePositions?', checkAnswers.sections.understood],
  ['pagedListComponent:', checkAnswers.componentsPage.understood],
  ['voyagerIdentityDashProfileComponents', checkAnswers.components.understood],
  ['voyagerIdentityDashProfileCards', checkAnswers.cards.understood],
  ['/connections?', checkAnswers.connections.understood],
  ['SearchCluster', checkAnswers.search.understood],
  ['voyagerSearchDashClusters', checkAnswers.search.understood],
  ['/companies?', checkAnswers.company.understood],
  ['Typeahead', checkAnswers.typeahead.understood],
];

export async function showCheck(page: Page): Promise<void> {
  await page.goto('/app/linkedin/collector');
  const button = page.getByRole('button', { name: 'Check how LinkedIn answers' });
  await expect(button).toBeVisible(LONG);
  // It goes with this document: other pictures have no extension.
  await page.evaluate(
    answerMessages,
    answers.map(([part, body]) => [part, body === null ? null : JSON.stringify(body)] as const),
  );
  await expect(page.getByText('Leadloom Extension installed')).toBeVisible(LONG);
  await button.click();
  const panel = page.getByRole('region', { name: 'How LinkedIn answers' });
  await panel.getByRole('button', { name: 'Check how LinkedIn answers' }).click();
  const notice = page.getByRole('dialog').getByRole('button', { name: 'Accept' });
  const stop = panel.getByRole('button', { name: 'Stop' });
  await expect(notice.or(stop).first()).toBeVisible(LONG);
  if (await notice.isVisible()) await notice.click();
  await expect(panel.getByText(/of 12 are understood/)).toBeVisible({ timeout: 180_000 });
  await panel.evaluate((element) => element.scrollIntoView());
}

/** Runs in the page. */
function answerMessages(bodies: readonly (readonly [part: string, body: string | null])[]): void {
  const untouched = { used: 0, limit: 100, continuesAt: null };
  const allowance = {
    ...{ profiles: untouched, searchPages: untouched, lookups: untouched, requests: untouched },
    ...{ warmUpDay: null, pause: null, catalogue: null },
  };
  window.addEventListener('message', ({ data }) => {
    if (data?.kind !== 'request') return;
    const { name, payload } = data;
    const found = name === 'fetchData' ? bodies.find(([part]) => payload.url.includes(part)) : undefined;
    const body = found?.[1] ?? null;
    const values: Readonly<Record<string, unknown>> = {
      checkExtension: { installed: true, version: '0.2.0', allowance },
      checkCookies: { available: true },
      fetchData: { requestId: payload.requestId, body },
    };
    const isRefused = name === 'fetchData' && body === null;
    const reply = isRefused ? { ok: false, error: { code: 'stale_endpoint', status: 400 } } : { ok: true, data: values[name] };
    window.postMessage({ channel: data.channel, kind: 'reply', id: data.id, reply }, window.location.origin);
  });
}

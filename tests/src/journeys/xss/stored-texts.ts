/** Hostile texts on the ways by which they really come: from LinkedIn, by sign-ins, in mails. */
import { join } from 'node:path';
import { composeMail } from '@leadloom/server/mail/compose-mail';
import { createOutboxMailer } from '@leadloom/server/mail/outbox-mailer';
import { expect } from '@playwright/test';
import { ORIGIN } from '../../../faults/spa/answers.ts';
import type { Journey } from '../../testing/journey.fixture.ts';
import type { Credentials } from '../account-steps.ts';

/** Members somebody can read: no two texts are put into the same one. */
export function readableMembers({ linkedIn }: Pick<Journey, 'linkedIn'>, count: number): readonly number[] {
  const indexes = Array.from({ length: linkedIn.control.memberCount }, (_, index) => index);
  return indexes
    .filter((index) => {
      const { access, distance, groups } = linkedIn.control.member(index);
      return access === 'open' && distance !== 'out' && groups.length > 0;
    })
    .slice(0, count);
}

/** Collects a member who wrote the texts into everything a member can write; answers where the profile is shown. */
export async function collectMember(
  { page, linkedIn }: Pick<Journey, 'page' | 'linkedIn'>,
  index: number,
  texts: readonly string[],
): Promise<string> {
  linkedIn.control.decorateText(` ${texts.join(' ')}`);
  const { slug } = linkedIn.control.member(index);
  await page.getByLabel('Profile to visit').fill(`https://www.linkedin.com/in/${slug}`);
  await page.getByRole('button', { name: 'Add Profile', exact: true }).click();
  const row = page.locator('#profiles-table').getByRole('row').filter({ hasText: slug });
  await expect(row).toBeVisible();
  await page.getByRole('button', { name: 'Start Job' }).click();
  const accept = page.getByRole('dialog').getByRole('button', { name: 'Accept' });
  // The notice comes once per account, before the first of them.
  await expect(
    accept
      .or(page.getByRole('button', { name: 'Stop' }))
      .or(row.getByText('ok', { exact: true }))
      .first(),
  ).toBeVisible();
  if (await accept.isVisible()) await accept.click();
  await expect(row.getByText('ok', { exact: true })).toBeVisible();
  return (await row.getByRole('link', { name: /Details/ }).getAttribute('href')) ?? '';
}

/** A sign-in by a browser that calls itself so. Header lines carry no line breaks and no letters beyond Latin-1. */
export async function signInCalling({ leadloom }: Journey, credentials: Credentials, userAgent: string): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${leadloom.port}/api/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': userAgent },
    body: JSON.stringify(credentials),
  });
  expect(answer.status).toBe(200);
}

/** One mail with the texts in its subject, its sentences and its button, composed as every mail is. */
export async function leaveMail({ leadloom }: Journey, texts: readonly string[]): Promise<void> {
  const outbox = createOutboxMailer({
    folder: join(leadloom.dataDir, 'outbox'),
    from: 'Leadloom <leadloom@example.com>',
    now: () => new Date(),
  });
  const text = texts.join(' ');
  await outbox.send(
    composeMail({
      to: 'maren.holt@example.com',
      // A subject is one line.
      subject: text.replaceAll(/\s+/g, ' '),
      paragraphs: [...texts],
      actions: [{ label: text, url: `${ORIGIN}/app/verify/abc` }],
      closing: [text],
    }),
  );
}

/** The proof a page of the app gives by itself, for pages that have no app on them: the journeys' server is who signs. */
import { createExtensionProver } from '@leadloom/server/modules/linkedin/catalogue/prove-to-extension';
import type { SigningKey } from '@leadloom/server/modules/linkedin/catalogue/signing-key';
import { challengeSchema } from '@leadloom/shared/linkedin/extension-proof';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { journeyKey } from '../journey-secret.ts';
import { exchange, message, type Posted } from './messages.ts';

const challengedSchema = z.object({ ok: z.literal(true), data: z.object({ challenge: z.optional(challengeSchema) }) });

/** null: the page has proved its server already. */
export async function challengeOf(page: Page): Promise<string | null> {
  const [reply] = await exchange(page, [message('checkExtension', {})]);
  return challengedSchema.parse(reply).data.challenge ?? null;
}

/** The message with which the server of that key answers the challenge. @param origin it is made for; the page's own */
export function proofFor(page: Page, challenge: string, key: SigningKey = journeyKey, origin = originOf(page)): Posted {
  const { signature, publicKey } = createExtensionProver(key, origin)({ origin, challenge });
  return message('checkExtension', { proof: { signature, publicKey } });
}

/** @throws when the extension does not take the proof */
export async function provePage(page: Page): Promise<void> {
  const challenge = await challengeOf(page);
  if (challenge === null) return;
  await exchange(page, [proofFor(page, challenge)]);
  if ((await challengeOf(page)) !== null) throw new Error('the extension did not take the proof');
}

function originOf(page: Page): string {
  return new URL(page.url()).origin;
}

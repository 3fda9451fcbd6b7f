/**
 * Reports that the extension is installed, and its version. A page that has not proved its server also gets a challenge;
 * one that has gets the allowance left and for how long LinkedIn has been silent, and its catalogue is accepted.
 */
import { extensionVersion } from '../platform/runtime.ts';
import { outcomeOfCatalogue, readCatalogue } from '../state/catalogues.ts';
import { readCoolDown } from '../state/cool-down.ts';
import { acceptCatalogue } from './accept-catalogue.ts';
import type { Handler } from './handler.ts';
import type { LinkedInClient } from './linkedin-client.ts';
import type { PageProofs } from './page-proofs.ts';
import type { RequestGate } from './request-gate.ts';

/** @param now milliseconds since 1970 */
export function createCheckExtension(
  gate: Pick<RequestGate, 'describe'>,
  proofs: PageProofs,
  client: Pick<LinkedInClient, 'unansweredSeconds'>,
  now: () => number,
): Handler<'checkExtension'> {
  return async ({ catalogue, proof }, page) => {
    if (proof !== undefined) await proofs.accept(page, proof);
    const key = await proofs.keyOf(page);
    const presence = { installed: true, version: extensionVersion() } as const;
    if (key === null) return { ok: true, data: { ...presence, challenge: proofs.challengeFor(page) } };
    const { origin } = page;
    const record = catalogue === undefined ? await readCatalogue(origin) : await acceptCatalogue(origin, catalogue, key);
    // The gate is asked after the catalogue was taken, so that its limits already apply.
    const meters = await gate.describe();
    const allowance = { ...meters, pause: await readCoolDown(now()), catalogue: outcomeOfCatalogue(record) };
    const unansweredSeconds = client.unansweredSeconds();
    return { ok: true, data: { ...presence, allowance, isKeyConfirmed: key.isConfirmed, unansweredSeconds } };
  };
}

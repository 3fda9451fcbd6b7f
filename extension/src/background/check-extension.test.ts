import { beforeAll, describe, expect, it } from 'vitest';
import { memberAllowance } from '../state/allowance.ts';
import { addConnectedOrigin } from '../state/connected-origins.ts';
import { startCoolDown } from '../state/cool-down.ts';
import { confirmKey } from '../state/origin-keys.ts';
import { app, createBackgroundParts, profileUrl, withoutKey } from '../testing/background-parts.ts';
import { EXTENSION_VERSION, fakeBrowser } from '../testing/fake-browser.ts';
import { json } from '../testing/fake-linkedin.ts';
import { until } from '../testing/manual-clock.ts';
import { catalogue, createSigner, type Signer } from '../testing/signed-catalogue.ts';
import { createCheckExtension } from './check-extension.ts';
import type { Asker } from './handler.ts';
import { createPageProofs } from './page-proofs.ts';

const DAY = 86_400_000;
const leads: Asker = { origin: 'https://leads.example.com', documentId: 'A page of another server' };

let server: Signer;
beforeAll(async () => {
  server = await createSigner();
});

/** Starts a background to which no page has proved its server. */
function start() {
  const parts = createBackgroundParts({ rules: memberAllowance });
  const proofs = createPageProofs(parts.clock.now, withoutKey);
  return { ...parts, proofs, check: createCheckExtension(parts.gate, proofs, parts.client, parts.clock.now) };
}

/** Starts a background to which the page has proved its server, and whose key the user has confirmed. */
async function startProved(page: Asker = app) {
  const parts = start();
  await prove(parts, server, page);
  await confirmKey(page.origin, server.publicKey);
  return parts;
}

async function prove({ check }: Pick<ReturnType<typeof start>, 'check'>, signer: Signer, page: Asker): Promise<void> {
  const first = await check({}, page);
  const challenge = first.ok ? first.data.challenge : undefined;
  if (challenge === undefined) throw new Error('no challenge');
  await check({ proof: await signer.prove(page.origin, challenge) }, page);
}

describe('asking for the extension', () => {
  it('a page that has proved its server learns for how long LinkedIn has answered nothing', async () => {
    const { check, client, linkedIn, clock } = await startProved();
    const silence = async () => {
      const answer = await check({}, app);
      return answer.ok ? answer.data.unansweredSeconds : answer.error;
    };
    expect(await silence()).toBe(0);
    const answers: (() => void)[] = [];
    linkedIn.answer(() => new Promise((resolve) => answers.push(() => resolve(json('{}')))));
    const first = client.get(profileUrl('one'), false);
    await until(() => answers.length === 1);
    await clock.advance(8_400);
    expect(await silence()).toBe(8);
    const second = client.get(profileUrl('two'), false);
    await until(() => answers.length === 2);
    await clock.advance(2_000);
    expect(await silence()).toBe(10);
    answers[0]?.();
    await first;
    // LinkedIn answered something just now, and the second request is still under way.
    expect(await silence()).toBe(0);
    await clock.advance(3_000);
    expect(await silence()).toBe(3);
    answers[1]?.();
    await second;
    await clock.advance(30_000);
    expect(await silence()).toBe(0);
  });

  it('a page that has proved nothing gets the version and a challenge, and nothing else', async () => {
    const { check, proofs } = start();
    const challenge = proofs.challengeFor(app);
    expect(await check({}, app)).toEqual({ ok: true, data: { installed: true, version: EXTENSION_VERSION, challenge } });
  });

  it('no catalogue is accepted from a page that has proved nothing', async () => {
    const { check } = start();
    const signed = await server.sign({ ...catalogue, limits: { profiles: 150 } });
    expect(await check({ catalogue: signed }, app)).toMatchObject({ data: { challenge: expect.any(String) } });
    expect([...fakeBrowser.local.keys()]).toEqual([]);
  });

  it('proof and catalogue are accepted in one message', async () => {
    const { check, proofs } = start();
    const proof = await server.prove(app.origin, proofs.challengeFor(app));
    expect(await check({ proof, catalogue: await server.sign(catalogue) }, app)).toMatchObject({
      data: { allowance: { catalogue: { version: 3, refusal: null } }, isKeyConfirmed: false },
    });
  });

  it('a page that has proved its server gets the version and the allowance of the first day', async () => {
    expect(await (await startProved()).check({}, app)).toEqual({
      ok: true,
      data: {
        installed: true,
        version: EXTENSION_VERSION,
        isKeyConfirmed: true,
        unansweredSeconds: 0,
        allowance: {
          profiles: { used: 0, limit: 12, continuesAt: null },
          searchPages: { used: 0, limit: 6, continuesAt: null },
          lookups: { used: 0, limit: 15, continuesAt: null },
          requests: { used: 0, limit: 143, continuesAt: null },
          warmUpDay: 1,
          pause: null,
          catalogue: null,
        },
      },
    });
  });

  it('the allowance contains what was used, when it continues, and the pause', async () => {
    const { check, client, clock } = await startProved();
    const begin = clock.now();
    for (let member = 0; member < 12; member++) await client.get(profileUrl(`member-${member}`), false);
    await startCoolDown('challenged', 60, clock.now());
    expect(await check({}, app)).toMatchObject({
      data: {
        allowance: {
          profiles: { used: 12, limit: 12, continuesAt: begin + DAY },
          pause: { cause: 'challenged', until: begin + 60_000 },
        },
      },
    });
  });

  it('the limits of a catalogue apply at once and stay', async () => {
    const parts = await startProved();
    const { check, clock, client } = parts;
    const signed = await server.sign({ ...catalogue, limits: { profiles: 14, searchPages: 7, requests: 70 } });
    const limits = { profiles: { limit: 2 }, searchPages: { limit: 1 }, lookups: { limit: 15 }, requests: { limit: 10 } };
    const told = { allowance: { ...limits, catalogue: { version: 3, refusal: null } } };
    expect(await check({ catalogue: signed }, app)).toMatchObject({ data: told });
    expect(await check({}, app)).toMatchObject({ data: told });
    await client.get(profileUrl('somebody'), false);
    await clock.advance(30 * DAY);
    await prove(parts, server, app);
    expect(await check({}, app)).toMatchObject({ data: { allowance: { profiles: { limit: 14 }, warmUpDay: null } } });
  });

  it('the problem of a catalogue is only reported to its own origin', async () => {
    const parts = await startProved();
    const { check } = parts;
    await prove(parts, server, leads);
    const broken = { ...(await server.sign(catalogue)), signature: 'A'.repeat(86) };
    const told = { version: null, refusal: 'bad_signature' };
    expect(await check({ catalogue: broken }, app)).toMatchObject({ data: { allowance: { catalogue: told } } });
    expect(await check({}, leads)).toMatchObject({ data: { allowance: { catalogue: null } } });
  });

  it('the lowest limits of all connected origins apply', async () => {
    const parts = await startProved();
    const { check } = parts;
    const other = await createSigner();
    await prove(parts, other, leads);
    await check({ catalogue: await server.sign({ ...catalogue, limits: { profiles: 140 } }) }, app);
    const low = await other.sign({ ...catalogue, limits: { profiles: 21 } });
    expect(await check({ catalogue: low }, leads)).toMatchObject({ data: { allowance: { profiles: { limit: 20 } } } });
    await addConnectedOrigin(leads.origin);
    expect(await check({}, leads)).toMatchObject({ data: { allowance: { profiles: { limit: 3 } } } });
  });
});

describe('a server whose key is not confirmed', () => {
  const DAYS = 8;
  const limitsOf = { requests: { limit: 1_000 }, searchPages: { limit: 40 } };

  async function startUnconfirmed() {
    const parts = start();
    await prove(parts, server, app);
    await parts.client.get(profileUrl('somebody'), false);
    await parts.clock.advance(DAYS * DAY);
    await prove(parts, server, app);
    const hand = async (version: number, limits: object) =>
      parts.check({ catalogue: await server.sign({ ...catalogue, version, limits }) }, app);
    return { ...parts, hand };
  }

  it('an unconfirmed server can lower the limits, and never raise them again', async () => {
    const { hand } = await startUnconfirmed();
    const told = (profiles: number) => ({ data: { allowance: { profiles: { limit: profiles }, ...limitsOf } } });
    expect(await hand(3, { profiles: 150, searchPages: 100 })).toMatchObject(told(80));
    expect(await hand(4, { profiles: 20 })).toMatchObject(told(20));
    expect(await hand(5, { profiles: 60 })).toMatchObject(told(20));
    expect(await hand(6, {})).toMatchObject(told(20));
  });

  it('a server sets its limits once the user has confirmed it', async () => {
    const { hand, check } = await startUnconfirmed();
    await hand(3, { profiles: 20 });
    await hand(4, { profiles: 150, requests: 800 });
    await confirmKey(app.origin, server.publicKey);
    expect(await check({}, app)).toMatchObject({
      data: { allowance: { profiles: { limit: 150 }, requests: { limit: 800 } }, isKeyConfirmed: true },
    });
  });
});

import { describe, expect, it } from 'vitest';
import { memberAllowance } from '../state/allowance.ts';
import { addConnectedOrigin } from '../state/connected-origins.ts';
import { startCoolDown } from '../state/cool-down.ts';
import { app, createBackgroundParts, profileUrl } from '../testing/background-parts.ts';
import { EXTENSION_VERSION } from '../testing/fake-browser.ts';
import { catalogue, createSigner } from '../testing/signed-catalogue.ts';
import { createCheckExtension } from './check-extension.ts';

const DAY = 86_400_000;

function start() {
  const parts = createBackgroundParts({ rules: memberAllowance });
  return { ...parts, check: createCheckExtension(parts.gate, parts.clock.now) };
}

describe('asking for the extension', () => {
  it('tells the version and a whole first day', async () => {
    expect(await start().check({}, app)).toEqual({
      ok: true,
      data: {
        installed: true,
        version: EXTENSION_VERSION,
        allowance: {
          profiles: { used: 0, limit: 12, continuesAt: null },
          searchPages: { used: 0, limit: 6, continuesAt: null },
          lookups: { used: 0, limit: 15, continuesAt: null },
          warmUpDay: 1,
          pause: null,
          catalogue: null,
        },
      },
    });
  });

  it('tells what was used, when it continues, and the pause', async () => {
    const { check, client, clock } = start();
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

  it('takes a catalogue, whose limits count at once and for good', async () => {
    const { check, clock, client } = start();
    const signed = await (await createSigner()).sign({ ...catalogue, limits: { profiles: 14, searchPages: 7 } });
    const limits = { profiles: { limit: 2 }, searchPages: { limit: 1 }, lookups: { limit: 15 } };
    const told = { allowance: { ...limits, catalogue: { version: 3, refusal: null } } };
    expect(await check({ catalogue: signed }, app)).toMatchObject({ data: told });
    expect(await check({}, app)).toMatchObject({ data: told });
    await client.get(profileUrl('somebody'), false);
    await clock.advance(30 * DAY);
    expect(await check({}, app)).toMatchObject({ data: { allowance: { profiles: { limit: 14 }, warmUpDay: null } } });
  });

  it('says what is wrong with a catalogue, to its own origin only', async () => {
    const { check } = start();
    const signed = await (await createSigner()).sign(catalogue);
    const broken = { ...signed, signature: 'A'.repeat(86) };
    const told = { version: null, refusal: 'bad_signature' };
    expect(await check({ catalogue: broken }, app)).toMatchObject({ data: { allowance: { catalogue: told } } });
    expect(await check({}, { origin: 'https://leads.example.com' })).toMatchObject({ data: { allowance: { catalogue: null } } });
  });

  it('counts the lowest of several operators’ ceilings, of connected origins only', async () => {
    const { check } = start();
    const leads = { origin: 'https://leads.example.com' };
    await check({ catalogue: await (await createSigner()).sign({ ...catalogue, limits: { profiles: 140 } }) }, app);
    const low = await (await createSigner()).sign({ ...catalogue, limits: { profiles: 21 } });
    expect(await check({ catalogue: low }, leads)).toMatchObject({ data: { allowance: { profiles: { limit: 20 } } } });
    await addConnectedOrigin(leads.origin);
    expect(await check({}, leads)).toMatchObject({ data: { allowance: { profiles: { limit: 3 } } } });
  });
});

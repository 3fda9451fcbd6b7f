import type { SignedCatalogue } from '@leadloom/shared/linkedin/catalogue';
import { beforeAll, describe, expect, it } from 'vitest';
import { forgetCatalogue, readCatalogue, writeCatalogue } from '../state/catalogues.ts';
import { fakeBrowser } from '../testing/fake-browser.ts';
import { catalogue, createSigner, type Signer } from '../testing/signed-catalogue.ts';
import { acceptCatalogue } from './accept-catalogue.ts';

const ORIGIN = 'http://localhost:3000';
const OTHER = 'https://leads.example.com';
let server: Signer;
let stranger: Signer;

beforeAll(async () => {
  [server, stranger] = await Promise.all([createSigner(), createSigner()]);
});

const accept = (origin: string, signed: SignedCatalogue, isConfirmed = true) =>
  acceptCatalogue(origin, signed, { publicKey: server.publicKey, isConfirmed });

describe('a catalogue', () => {
  it('a catalogue is accepted with its version, its digest and its limits', async () => {
    const signed = await server.sign({ ...catalogue, limits: { profiles: 30 } });
    const accepted = { publicKey: signed.publicKey, version: 3, digest: expect.any(String), limits: { profiles: 30 } };
    expect(await accept(ORIGIN, signed)).toEqual({ accepted, refusal: null });
    expect(await readCatalogue(ORIGIN)).toEqual({ accepted, refusal: null });
  });

  it('a catalogue with a known version and another text is refused, and the first one stays', async () => {
    const first = await accept(ORIGIN, await server.sign({ ...catalogue, limits: { profiles: 30 } }));
    const other = await server.sign({ ...catalogue, limits: { profiles: 150 } });
    expect(await accept(ORIGIN, other)).toEqual({ accepted: first.accepted, refusal: 'changed' });
    expect((await accept(ORIGIN, await server.sign({ ...catalogue, limits: { profiles: 30 } }))).refusal).toBeNull();
  });

  it('a newer catalogue replaces an older one', async () => {
    await accept(ORIGIN, await server.sign({ ...catalogue, limits: { profiles: 30 } }));
    expect((await accept(ORIGIN, await server.sign({ ...catalogue, version: 4 }))).accepted?.version).toBe(4);
  });

  it('a catalogue that was changed after signing is refused', async () => {
    const signed = await server.sign(catalogue);
    const changed = { ...signed, document: signed.document.replace('"version":3', '"version":9') };
    expect(await accept(ORIGIN, changed)).toEqual({ accepted: null, refusal: 'bad_signature' });
  });

  it.each([
    ['a signature of nothing', { signature: 'A'.repeat(86) }],
    ['a key that is no point of the curve', { publicKey: 'A'.repeat(87) }],
    ['a key of an impossible length', { publicKey: 'A'.repeat(5) }],
  ])('a catalogue with %s is refused', async (_, change) => {
    const signed = { ...(await server.sign(catalogue)), ...change };
    expect((await accept(ORIGIN, signed)).refusal).toBe('bad_signature');
  });

  it('a catalogue signed by another key than the server’s is refused, and the previous one stays', async () => {
    const signed = await server.sign({ ...catalogue, limits: { profiles: 30 } });
    const first = await accept(ORIGIN, signed);
    const forged = await stranger.sign({ ...catalogue, version: 9, limits: { profiles: 150 } });
    expect(await accept(ORIGIN, forged)).toEqual({ accepted: first.accepted, refusal: 'other_key' });
    expect((await accept(ORIGIN, signed)).refusal).toBeNull();
  });

  it('a catalogue older than a known one is refused', async () => {
    await accept(ORIGIN, await server.sign(catalogue));
    const older = await server.sign({ ...catalogue, version: 2, limits: { profiles: 150 } });
    expect(await accept(ORIGIN, older)).toMatchObject({ accepted: { version: 3 }, refusal: 'older' });
  });

  it.each<[string, unknown]>([
    ['that is no JSON', '{'],
    ['that is a list', []],
    ['with a limit above all others', { ...catalogue, limits: { profiles: 151 } }],
    ['with an unknown field', { ...catalogue, hosts: ['evil.example'] }],
    [
      'with a query of another resource',
      { ...catalogue, cards: [{ kind: 'graphql', queryId: `messengerMessages.${'0'.repeat(32)}` }] },
    ],
    ['without a version', { ...catalogue, version: undefined }],
  ])('a signed catalogue that is %s is refused', async (_, document) => {
    expect(await accept(ORIGIN, await server.sign(document))).toEqual({ accepted: null, refusal: 'not_valid' });
  });

  it('a catalogue is stored for its origin only', async () => {
    await accept(ORIGIN, await server.sign(catalogue));
    expect(await readCatalogue(OTHER)).toBeNull();
  });

  it('a catalogue signed by an origin’s former key is ignored', async () => {
    await acceptCatalogue(ORIGIN, await stranger.sign({ ...catalogue, version: 9 }), {
      publicKey: stranger.publicKey,
      isConfirmed: true,
    });
    expect(await accept(ORIGIN, await server.sign(catalogue))).toMatchObject({ accepted: { version: 3 }, refusal: null });
  });

  it('for an unconfirmed server the lowest limits it ever set are stored', async () => {
    const limits = [{ profiles: 60, searchPages: 9 }, { profiles: 30 }, { profiles: 150, requests: 700 }];
    for (const [index, each] of limits.entries())
      await accept(ORIGIN, await server.sign({ ...catalogue, version: 3 + index, limits: each }), false);
    expect((await readCatalogue(ORIGIN))?.accepted).toMatchObject({
      limits: { profiles: 150, requests: 700 },
      lowest: { profiles: 30, searchPages: 9, requests: 700 },
    });
  });

  it('a catalogue stored without a digest is replaced by one of the same version', async () => {
    const signed = await server.sign(catalogue);
    await writeCatalogue(ORIGIN, { accepted: { publicKey: server.publicKey, version: 3 }, refusal: null });
    expect(await accept(ORIGIN, signed)).toMatchObject({ accepted: { digest: expect.any(String) }, refusal: null });
  });

  it('after an origin is forgotten, its next catalogue counts as the first', async () => {
    await accept(ORIGIN, await server.sign(catalogue));
    await forgetCatalogue(ORIGIN);
    expect((await accept(ORIGIN, await server.sign({ ...catalogue, version: 1 }))).refusal).toBeNull();
    expect(fakeBrowser.local.size).toBe(1);
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { forgetCatalogue, readCatalogue } from '../state/catalogues.ts';
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

describe('a catalogue', () => {
  it('is accepted with its version and limits, and its key is kept', async () => {
    const signed = await server.sign({ ...catalogue, limits: { profiles: 30 } });
    const accepted = { publicKey: signed.publicKey, version: 3, limits: { profiles: 30 } };
    expect(await acceptCatalogue(ORIGIN, signed)).toEqual({ accepted, refusal: null });
    expect(await readCatalogue(ORIGIN)).toEqual({ accepted, refusal: null });
  });

  it('replaces one of the same version or an older one', async () => {
    await acceptCatalogue(ORIGIN, await server.sign({ ...catalogue, limits: { profiles: 30 } }));
    expect((await acceptCatalogue(ORIGIN, await server.sign(catalogue))).accepted?.limits).toBeUndefined();
    expect((await acceptCatalogue(ORIGIN, await server.sign({ ...catalogue, version: 4 }))).accepted?.version).toBe(4);
  });

  it('that was changed after signing is refused', async () => {
    const signed = await server.sign(catalogue);
    const changed = { ...signed, document: signed.document.replace('"version":3', '"version":9') };
    expect(await acceptCatalogue(ORIGIN, changed)).toEqual({ accepted: null, refusal: 'bad_signature' });
  });

  it.each([
    ['a signature of nothing', { signature: 'A'.repeat(86) }],
    ['a key that is no point of the curve', { publicKey: 'A'.repeat(87) }],
    ['a key of an impossible length', { publicKey: 'A'.repeat(5) }],
  ])('with %s is refused', async (_, change) => {
    const signed = { ...(await server.sign(catalogue)), ...change };
    expect((await acceptCatalogue(ORIGIN, signed)).refusal).toBe('bad_signature');
  });

  it('signed by another key than the first is refused, and the first one stays', async () => {
    const first = await acceptCatalogue(ORIGIN, await server.sign({ ...catalogue, limits: { profiles: 30 } }));
    const forged = await stranger.sign({ ...catalogue, version: 9, limits: { profiles: 150 } });
    expect(await acceptCatalogue(ORIGIN, forged)).toEqual({ accepted: first.accepted, refusal: 'other_key' });
    expect((await acceptCatalogue(ORIGIN, await server.sign(catalogue))).refusal).toBeNull();
  });

  it('older than one seen before is refused', async () => {
    await acceptCatalogue(ORIGIN, await server.sign(catalogue));
    const older = await server.sign({ ...catalogue, version: 2, limits: { profiles: 150 } });
    expect(await acceptCatalogue(ORIGIN, older)).toMatchObject({ accepted: { version: 3 }, refusal: 'older' });
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
  ])('%s is refused though it is signed', async (_, document) => {
    expect(await acceptCatalogue(ORIGIN, await server.sign(document))).toEqual({ accepted: null, refusal: 'not_valid' });
  });

  it('that is refused pins no key', async () => {
    await acceptCatalogue(ORIGIN, await stranger.sign('{'));
    expect((await acceptCatalogue(ORIGIN, await server.sign(catalogue))).refusal).toBeNull();
  });

  it('is pinned for its origin alone', async () => {
    await acceptCatalogue(ORIGIN, await server.sign(catalogue));
    expect((await acceptCatalogue(OTHER, await stranger.sign(catalogue))).refusal).toBeNull();
  });

  it('of two that come together pins one key', async () => {
    const both = await Promise.all([server.sign(catalogue), stranger.sign(catalogue)]);
    const records = await Promise.all(both.map((signed) => acceptCatalogue(ORIGIN, signed)));
    expect(records.map(({ refusal }) => refusal)).toEqual([null, 'other_key']);
  });

  it('is the first one again once its origin was forgotten', async () => {
    await acceptCatalogue(ORIGIN, await server.sign(catalogue));
    await forgetCatalogue(ORIGIN);
    expect((await acceptCatalogue(ORIGIN, await stranger.sign(catalogue))).refusal).toBeNull();
    expect(fakeBrowser.local.size).toBe(1);
  });
});

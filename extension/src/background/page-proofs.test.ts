import { beforeAll, describe, expect, it } from 'vitest';
import { readCatalogue } from '../state/catalogues.ts';
import { type BuiltIn, confirmKey, forgetKey, readOriginKey } from '../state/origin-keys.ts';
import { app, withoutKey } from '../testing/background-parts.ts';
import { fakeBrowser } from '../testing/fake-browser.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { catalogue, createSigner, type Signer } from '../testing/signed-catalogue.ts';
import type { Asker } from './handler.ts';
import { createPageProofs } from './page-proofs.ts';

const HOUR = 3_600_000;
let server: Signer;
let stranger: Signer;
let builtIn: BuiltIn;

beforeAll(async () => {
  [server, stranger] = await Promise.all([createSigner(), createSigner()]);
  builtIn = { origins: [app.origin], serverKey: server.publicKey };
});

function start(known: BuiltIn = builtIn) {
  const clock = createManualClock();
  const proofs = createPageProofs(clock.now, known);
  const prove = async (signer: Signer, page: Asker = app, origin = page.origin) =>
    proofs.accept(page, await signer.prove(origin, proofs.challengeFor(page)));
  return { clock, proofs, prove };
}

describe('a page of the origin the extension was built for', () => {
  it('a loaded page has not proved anything', async () => {
    expect(await start().proofs.keyOf(app)).toBeNull();
  });

  it('a page proves its server by a signature of its challenge', async () => {
    const { proofs, prove } = start();
    await prove(server);
    expect(await proofs.keyOf(app)).toEqual({ publicKey: server.publicKey, isConfirmed: true });
  });

  it('another program’s key proves nothing, and is noted but never pinned', async () => {
    const { proofs, prove } = start();
    await prove(stranger);
    expect(await proofs.keyOf(app)).toBeNull();
    expect(await readCatalogue(app.origin)).toEqual({ accepted: null, refusal: 'other_key' });
    await prove(server);
    expect(await proofs.keyOf(app)).not.toBeNull();
  });

  it('a proof is only valid for its page, and not after a reload', async () => {
    const { proofs, prove } = start();
    await prove(server);
    expect(await proofs.keyOf({ ...app, documentId: 'Loaded again' })).toBeNull();
    expect(await proofs.keyOf({ ...app, origin: 'http://127.0.0.1:3000' })).toBeNull();
  });

  it('a proof is valid for an hour, and not if the clock was set back', async () => {
    const { proofs, prove, clock } = start();
    await prove(server);
    await clock.advance(HOUR - 1);
    expect(await proofs.keyOf(app)).not.toBeNull();
    await clock.advance(1);
    expect(await proofs.keyOf(app)).toBeNull();
    await prove(server);
    clock.turnBack(1);
    expect(await proofs.keyOf(app)).toBeNull();
  });

  it('a proof is still valid for the next worker', async () => {
    const { prove, clock } = start();
    await prove(server);
    expect(await createPageProofs(clock.now, builtIn).keyOf(app)).not.toBeNull();
  });

  it('an unreadable stored proof proves nothing', async () => {
    const { prove, clock } = start();
    await prove(server);
    fakeBrowser.session.set('provedPages', { all: true });
    expect(await createPageProofs(clock.now, builtIn).keyOf(app)).toBeNull();
  });

  it('a proof is invalid for an extension that was built with another key since', async () => {
    const { prove, clock } = start();
    await prove(server);
    const rebuilt = { ...builtIn, serverKey: stranger.publicKey };
    expect(await createPageProofs(clock.now, rebuilt).keyOf(app)).toBeNull();
  });
});

describe('a challenge', () => {
  it('a challenge stays the same until it is answered, and then changes', async () => {
    const { proofs, prove } = start();
    const first = proofs.challengeFor(app);
    expect(first).toMatch(/^[\w-]{43}$/);
    expect(proofs.challengeFor(app)).toBe(first);
    await prove(stranger);
    expect(proofs.challengeFor(app)).not.toBe(first);
  });

  it('each page has its own challenge', () => {
    const { proofs } = start();
    expect(proofs.challengeFor({ ...app, documentId: 'Another' })).not.toBe(proofs.challengeFor(app));
  });

  it.each<[string, (proof: Awaited<ReturnType<Signer['prove']>>) => object]>([
    ['a signature of nothing', () => ({ signature: 'A'.repeat(86) })],
    ['a key that is no point of the curve', () => ({ publicKey: 'A'.repeat(87) })],
    ['our key over a stranger’s signature', () => ({ publicKey: server.publicKey })],
  ])('a challenge is not answered by %s', async (_, change) => {
    const { proofs } = start();
    const proof = await stranger.prove(app.origin, proofs.challengeFor(app));
    await proofs.accept(app, { ...proof, ...change(proof) });
    expect(await proofs.keyOf(app)).toBeNull();
    expect(await readCatalogue(app.origin)).toBeNull();
  });

  it('an answer works once, and not for another page or origin', async () => {
    const { proofs, clock } = start();
    const proof = await server.prove(app.origin, proofs.challengeFor(app));
    const other = { ...app, documentId: 'Another' };
    proofs.challengeFor(other);
    await proofs.accept(other, proof);
    expect(await proofs.keyOf(other)).toBeNull();
    await proofs.accept(app, proof);
    expect(await proofs.keyOf(app)).not.toBeNull();
    await clock.advance(HOUR);
    proofs.challengeFor(app);
    await proofs.accept(app, proof);
    expect(await proofs.keyOf(app)).toBeNull();
  });

  it('a signature for another origin does not answer a challenge', async () => {
    const { proofs, prove } = start();
    await prove(server, app, 'http://localhost:3001');
    expect(await proofs.keyOf(app)).toBeNull();
  });

  it('neither a catalogue answers a challenge, nor does an answer form a catalogue', async () => {
    const { proofs } = start();
    proofs.challengeFor(app);
    const { signature, publicKey } = await server.sign(catalogue);
    await proofs.accept(app, { signature, publicKey });
    expect(await proofs.keyOf(app)).toBeNull();
  });

  it('a challenge expires after a minute', async () => {
    const { proofs, clock } = start();
    const proof = await server.prove(app.origin, proofs.challengeFor(app));
    await clock.advance(60_000);
    await proofs.accept(app, proof);
    expect(await proofs.keyOf(app)).toBeNull();
  });

  it('a challenge is dropped after a hundred others, which only costs another round', async () => {
    const { proofs, prove } = start();
    const first = proofs.challengeFor(app);
    for (let page = 0; page < 100; page++) proofs.challengeFor({ ...app, documentId: `Page ${page}` });
    expect(proofs.challengeFor(app)).not.toBe(first);
    await prove(server);
    expect(await proofs.keyOf(app)).not.toBeNull();
  });
});

describe('an origin whose key was not built in', () => {
  it('an unknown origin gets the first key it proves, which is not confirmed by that', async () => {
    const { proofs, prove } = start(withoutKey);
    await prove(server);
    expect(await proofs.keyOf(app)).toEqual({ publicKey: server.publicKey, isConfirmed: false });
    await prove(stranger, { ...app, documentId: 'Another' });
    expect(await readOriginKey(app.origin, withoutKey)).toMatchObject({ publicKey: server.publicKey });
    expect(await readCatalogue(app.origin)).toMatchObject({ refusal: 'other_key' });
  });

  it('of two simultaneous first keys one is kept', async () => {
    const { proofs, prove } = start(withoutKey);
    const pages = [app, { ...app, documentId: 'Another' }];
    await Promise.all([prove(server, pages[0]), prove(stranger, pages[1])]);
    const keys = await Promise.all(pages.map((page) => proofs.keyOf(page)));
    expect(keys.filter((key) => key !== null)).toHaveLength(1);
  });

  it('the user confirms exactly the key that was shown', async () => {
    const { proofs, prove } = start(withoutKey);
    await prove(server);
    await confirmKey(app.origin, stranger.publicKey);
    expect(await proofs.keyOf(app)).toMatchObject({ isConfirmed: false });
    await confirmKey(app.origin, server.publicKey);
    expect(await proofs.keyOf(app)).toMatchObject({ isConfirmed: true });
  });

  it('after its key is forgotten, an origin is unknown, and the proofs of its pages are gone', async () => {
    const { proofs, prove } = start(withoutKey);
    await prove(server);
    await confirmKey(app.origin, server.publicKey);
    await forgetKey(app.origin);
    expect(await proofs.keyOf(app)).toBeNull();
    await prove(stranger);
    expect(await proofs.keyOf(app)).toEqual({ publicKey: stranger.publicKey, isConfirmed: false });
  });
});

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
  it('has proved nothing by being there', async () => {
    expect(await start().proofs.keyOf(app)).toBeNull();
  });

  it('proves its server by a signature of its challenge', async () => {
    const { proofs, prove } = start();
    await prove(server);
    expect(await proofs.keyOf(app)).toEqual({ publicKey: server.publicKey, isConfirmed: true });
  });

  it('proves nothing with the key of another program, which is noted and never pinned', async () => {
    const { proofs, prove } = start();
    await prove(stranger);
    expect(await proofs.keyOf(app)).toBeNull();
    expect(await readCatalogue(app.origin)).toEqual({ accepted: null, refusal: 'other_key' });
    await prove(server);
    expect(await proofs.keyOf(app)).not.toBeNull();
  });

  it('proves for itself alone: the same address loaded again has proved nothing', async () => {
    const { proofs, prove } = start();
    await prove(server);
    expect(await proofs.keyOf({ ...app, documentId: 'Loaded again' })).toBeNull();
    expect(await proofs.keyOf({ ...app, origin: 'http://127.0.0.1:3000' })).toBeNull();
  });

  it('proves for an hour, and no longer where the clock went back', async () => {
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

  it('has proved its server for the next worker, too', async () => {
    const { prove, clock } = start();
    await prove(server);
    expect(await createPageProofs(clock.now, builtIn).keyOf(app)).not.toBeNull();
  });

  it('has proved nothing where what was stored cannot be read', async () => {
    const { prove, clock } = start();
    await prove(server);
    fakeBrowser.session.set('provedPages', { all: true });
    expect(await createPageProofs(clock.now, builtIn).keyOf(app)).toBeNull();
  });

  it('has proved nothing to an extension that was built with another key since', async () => {
    const { prove, clock } = start();
    await prove(server);
    const rebuilt = { ...builtIn, serverKey: stranger.publicKey };
    expect(await createPageProofs(clock.now, rebuilt).keyOf(app)).toBeNull();
  });
});

describe('a challenge', () => {
  it('is the same until it is answered, and another one afterwards', async () => {
    const { proofs, prove } = start();
    const first = proofs.challengeFor(app);
    expect(first).toMatch(/^[\w-]{43}$/);
    expect(proofs.challengeFor(app)).toBe(first);
    await prove(stranger);
    expect(proofs.challengeFor(app)).not.toBe(first);
  });

  it('is a page’s own', () => {
    const { proofs } = start();
    expect(proofs.challengeFor({ ...app, documentId: 'Another' })).not.toBe(proofs.challengeFor(app));
  });

  it.each<[string, (proof: Awaited<ReturnType<Signer['prove']>>) => object]>([
    ['a signature of nothing', () => ({ signature: 'A'.repeat(86) })],
    ['a key that is no point of the curve', () => ({ publicKey: 'A'.repeat(87) })],
    ['our key over a stranger’s signature', () => ({ publicKey: server.publicKey })],
  ])('is not answered by %s', async (_, change) => {
    const { proofs } = start();
    const proof = await stranger.prove(app.origin, proofs.challengeFor(app));
    await proofs.accept(app, { ...proof, ...change(proof) });
    expect(await proofs.keyOf(app)).toBeNull();
    expect(await readCatalogue(app.origin)).toBeNull();
  });

  it('is answered once: the same answer again, or for another page or origin, proves nothing', async () => {
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

  it('is not answered by a signature made for another origin', async () => {
    const { proofs, prove } = start();
    await prove(server, app, 'http://localhost:3001');
    expect(await proofs.keyOf(app)).toBeNull();
  });

  it('is not answered by a catalogue, nor a catalogue made of its answer', async () => {
    const { proofs } = start();
    proofs.challengeFor(app);
    const { signature, publicKey } = await server.sign(catalogue);
    await proofs.accept(app, { signature, publicKey });
    expect(await proofs.keyOf(app)).toBeNull();
  });

  it('is too old after a minute', async () => {
    const { proofs, clock } = start();
    const proof = await server.prove(app.origin, proofs.challengeFor(app));
    await clock.advance(60_000);
    await proofs.accept(app, proof);
    expect(await proofs.keyOf(app)).toBeNull();
  });

  it('is forgotten when a hundred other pages were given one, and then nothing but another round is lost', async () => {
    const { proofs, prove } = start();
    const first = proofs.challengeFor(app);
    for (let page = 0; page < 100; page++) proofs.challengeFor({ ...app, documentId: `Page ${page}` });
    expect(proofs.challengeFor(app)).not.toBe(first);
    await prove(server);
    expect(await proofs.keyOf(app)).not.toBeNull();
  });
});

describe('an origin whose key was not built in', () => {
  it('is known by the first key it proves, which is not confirmed by that', async () => {
    const { proofs, prove } = start(withoutKey);
    await prove(server);
    expect(await proofs.keyOf(app)).toEqual({ publicKey: server.publicKey, isConfirmed: false });
    await prove(stranger, { ...app, documentId: 'Another' });
    expect(await readOriginKey(app.origin, withoutKey)).toMatchObject({ publicKey: server.publicKey });
    expect(await readCatalogue(app.origin)).toMatchObject({ refusal: 'other_key' });
  });

  it('of two that come together keeps one', async () => {
    const { proofs, prove } = start(withoutKey);
    const pages = [app, { ...app, documentId: 'Another' }];
    await Promise.all([prove(server, pages[0]), prove(stranger, pages[1])]);
    const keys = await Promise.all(pages.map((page) => proofs.keyOf(page)));
    expect(keys.filter((key) => key !== null)).toHaveLength(1);
  });

  it('is confirmed by the person for that very key', async () => {
    const { proofs, prove } = start(withoutKey);
    await prove(server);
    await confirmKey(app.origin, stranger.publicKey);
    expect(await proofs.keyOf(app)).toMatchObject({ isConfirmed: false });
    await confirmKey(app.origin, server.publicKey);
    expect(await proofs.keyOf(app)).toMatchObject({ isConfirmed: true });
  });

  it('is unknown again once its key was forgotten, and what its pages proved is gone', async () => {
    const { proofs, prove } = start(withoutKey);
    await prove(server);
    await confirmKey(app.origin, server.publicKey);
    await forgetKey(app.origin);
    expect(await proofs.keyOf(app)).toBeNull();
    await prove(stranger);
    expect(await proofs.keyOf(app)).toEqual({ publicKey: stranger.publicKey, isConfirmed: false });
  });
});

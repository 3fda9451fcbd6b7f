/** Control of the port is no control of the extension: the app is stopped, and another program answers in its place. */
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { defaultCatalogue } from '@leadloom/server/modules/linkedin/catalogue/default-catalogue';
import { createCatalogueSigner } from '@leadloom/server/modules/linkedin/catalogue/sign-catalogue';
import { deriveSigningKey } from '@leadloom/server/modules/linkedin/catalogue/signing-key';
import { type LoopbackServer, listenOnLoopback } from '@leadloom/server/testing/loopback';
import { expect, type Worker } from '@playwright/test';
import { becomeCollector } from '../become-collector.ts';
import { launchBrowser } from '../browser.ts';
import { journeyKey } from '../journey-secret.ts';
import { startLeadloom } from '../leadloom-process.ts';
import { openOutbox } from '../open-outbox.ts';
import { appOrigin, appPage, backgroundOf, signIn, test } from './arena.ts';
import { report } from './attack-report.ts';
import { codeOf, eachMessage, exchange, exchangeAll, MESSAGE_COUNT, message, type Posted } from './messages.ts';
import { challengeOf, proofFor, provePage } from './prove-page.ts';

const OPERATORS_LIMIT = 21;
const strangersKey = deriveSigningKey([Buffer.alloc(32, 'A stranger')]);
const catalogueWith = (profiles: number, version: number) => ({ ...defaultCatalogue, version, limits: { profiles } });

test('E23: a program at the port of the stopped app fetches nothing, and neither its key nor its limits are accepted', async ({
  arena,
  expectComplaints,
}) => {
  // The sign-in page goes on asking for a challenge for passkeys after its server has stopped.
  expectComplaints(/\/login\/passkey\/options\): Failed to load resource: /);
  const leadloom = await startLeadloom(appOrigin);
  await writeFile(join(leadloom.dataDir, 'linkedin-catalogue.json'), JSON.stringify(catalogueWith(OPERATORS_LIMIT, 7)));
  const rules = [`MAP ${new URL(appOrigin).host} 127.0.0.1:${leadloom.port}`, ...arena.hostRules.slice(1)];
  const browser = await launchBrowser(rules, appOrigin);
  let imitation: LoopbackServer | undefined;
  try {
    await signIn(browser.context, arena.session);
    const worker = await backgroundOf(browser.context);
    const page = await browser.context.newPage();
    // The app proves itself, unseen, and its operator's limit is taken.
    await openOutbox(browser.context, leadloom);
    await becomeCollector({ page, leadloom }, { email: 'eldar.vik@example.com', password: 'loom-and-weft-9' });
    await page.goto('/app/linkedin/collector');
    await expect(page.getByText('Linkedin cookies available')).toBeVisible();
    await expect.poll(() => limitsIn(worker)).toEqual({ profiles: OPERATORS_LIMIT });
    const genuine = await proofOfTheApp(page);
    const known = await storedIn(worker);
    arena.linkedIn.control.clear();

    // The app loads parts of other screens ahead, which the stopped server would refuse.
    await page.waitForLoadState('networkidle');
    await leadloom.stop();
    imitation = await startImitation(leadloom.port);
    await page.goto(appPage);
    expect(await page.title()).toBe('Imitation');

    const raised = createCatalogueSigner(strangersKey)(catalogueWith(150, 9));
    const ours = createCatalogueSigner(journeyKey)(catalogueWith(150, 6));
    const forged: (() => Promise<Posted> | Posted)[] = [
      () => message('checkExtension', { catalogue: raised }),
      () => message('checkExtension', { catalogue: ours }),
      async () => proofFor(page, (await challengeOf(page)) ?? '', strangersKey),
      async () => withField(proofFor(page, (await challengeOf(page)) ?? '', strangersKey), { publicKey: journeyKey.publicKey }),
      // What the server signed: for another challenge, and a catalogue.
      () => genuine,
      () => message('checkExtension', { proof: { signature: ours.signature, publicKey: ours.publicKey } }),
      // By the right key, for the same server under another name of this machine.
      async () => proofFor(page, (await challengeOf(page)) ?? '', journeyKey, appOrigin.replace('localhost', '127.0.0.1')),
    ];
    let attacks = 0;
    for (const forge of forged) {
      const posted = await forge();
      const [check] = await exchange(page, [posted]);
      const version = expect.stringMatching(/^\d+\.\d+\.\d+$/);
      expect(check).toEqual({ ok: true, data: { installed: true, version, challenge: expect.any(String) } });
      const [, ...others] = await exchangeAll(page, eachMessage(arena.identity));
      expect(others.map(codeOf)).toEqual(Array(MESSAGE_COUNT - 1).fill('unproved'));
      attacks += 6;
    }
    expect(arena.fetched()).toEqual([]);
    expect(await limitsIn(worker)).toEqual({ profiles: OPERATORS_LIMIT });
    const differs = Object.entries(await storedIn(worker)).filter(([name, value]) => known[name] !== value);
    // The popup is told that somebody else was there; nothing else has changed, and no key was pinned.
    expect(differs).toEqual([[`catalogue:${appOrigin}`, expect.stringContaining('"refusal":"other_key"')]]);

    // The same page with the server's own answer: what refused before was the missing proof and nothing else.
    await provePage(page);
    expect((await exchange(page, eachMessage(arena.identity))).map(codeOf)).toEqual(Array(MESSAGE_COUNT).fill('ok'));
    await page.reload();
    expect((await exchange(page, eachMessage(arena.identity))).map(codeOf)).toEqual([
      'ok',
      ...Array(MESSAGE_COUNT - 1).fill('unproved'),
    ]);
    report('E23', attacks, `${attacks} messages from a program at the app's port: 0 fetched, 0 keys pinned, limits as before`);
  } finally {
    await browser.close();
    await imitation?.close();
    await leadloom.stop();
  }
});

/** A proof the real server made, which was used: whoever overheard it has this. */
async function proofOfTheApp(page: Parameters<typeof provePage>[0]): Promise<Posted> {
  await page.goto(appPage);
  const proof = proofFor(page, (await challengeOf(page)) ?? '');
  await exchange(page, [proof]);
  return message('checkExtension', proof.payload);
}

function withField(posted: Posted, change: object): Posted {
  return message('checkExtension', { proof: { ...Object(Object(posted.payload).proof), ...change } });
}

async function limitsIn(worker: Worker): Promise<unknown> {
  const { [`catalogue:${appOrigin}`]: record } = await storedIn(worker);
  return record === undefined ? null : JSON.parse(record).accepted?.limits;
}

/** What the extension keeps, as text by name. */
async function storedIn(worker: Worker): Promise<Readonly<Record<string, string>>> {
  const stored = Object(await worker.evaluate<unknown>('chrome.storage.local.get()'));
  return Object.fromEntries(Object.entries(stored).map(([name, value]) => [name, JSON.stringify(value)]));
}

/** A program that answers at the app's port while the app is stopped: any address is an empty page without a policy. */
function startImitation(port: number): Promise<LoopbackServer> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end('<!doctype html><html lang="en"><title>Imitation</title><link rel="icon" href="data:,"><body></body></html>');
  });
  return listenOnLoopback(server, port);
}

import { proveToExtension } from '@leadloom/shared/contract/linkedin';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { anAccessToken } from '../../testing/access-token.ts';
import { answer, refuse } from '../../testing/api.ts';
import { apiServer } from '../../testing/server.ts';
import { session } from '../session/session.ts';
import { type FakeExtension, failed, installed, installFakeExtension, succeeded } from './fake-extension.ts';
import { serverKeyStore } from './prove-server.ts';
import { sendToExtension } from './send-to-extension.ts';

const proof = { signature: 's'.repeat(86), publicKey: 'k'.repeat(87) };
const unproved = (challenge: string) => succeeded({ installed: true as const, version: '1.0.0', challenge });

let extension: FakeExtension | undefined;
let signed: unknown[] = [];

/** An extension that wants a proof, and a server that gives it. @param rounds how many proofs it takes */
function installStrictExtension(rounds = 1): void {
  let proofs = 0;
  const challenge = () => String(proofs).repeat(43);
  extension = installFakeExtension({
    checkExtension: (request) => {
      if (request.proof !== undefined) proofs += 1;
      return proofs >= rounds ? installed() : unproved(challenge());
    },
    checkCookies: () => (proofs >= rounds ? succeeded({ available: true }) : failed('unproved')),
  });
  signed = [];
  apiServer.use(
    answer(proveToExtension, ({ body }) => {
      signed.push(body);
      return { ...proof, fingerprint: '1234 abcd' };
    }),
  );
}

beforeEach(() => session.start({ accessToken: anAccessToken(), refreshToken: 'refresh-1' }));
afterEach(() => extension?.remove());

test('a message that requires a proof is sent again after it, without the caller’s notice', async () => {
  installStrictExtension();
  expect(await sendToExtension('checkCookies', {})).toEqual(succeeded({ available: true }));
  expect(extension?.received).toEqual(['checkCookies', 'checkExtension', 'checkExtension', 'checkCookies']);
  expect(signed).toEqual([{ origin: window.location.origin, challenge: '0'.repeat(43) }]);
  expect(serverKeyStore.getState().fingerprint).toBe('1234 abcd');
});

test('checkExtension returns what only a page with a proof gets', async () => {
  installStrictExtension();
  expect(await sendToExtension('checkExtension', {})).toEqual(installed());
});

test('messages that are refused together wait for the same proof', async () => {
  installStrictExtension();
  const answers = await Promise.all([1, 2, 3].map(() => sendToExtension('checkCookies', {})));
  expect(answers.map(({ ok }) => ok)).toEqual([true, true, true]);
  expect(signed).toHaveLength(1);
});

test('an expired challenge costs one more round, and a third is not tried', async () => {
  installStrictExtension(2);
  expect((await sendToExtension('checkCookies', {})).ok).toBe(true);
  expect(signed).toHaveLength(2);
  extension?.remove();
  installStrictExtension(3);
  expect(await sendToExtension('checkCookies', {})).toEqual(failed('unproved'));
  expect(signed).toHaveLength(2);
});

test('without a proof from the server the extension counts as installed, and nothing more', async () => {
  installStrictExtension();
  apiServer.use(
    answer(proveToExtension, () => {
      throw refuse('EXTENSION.OTHER_ADDRESS');
    }),
  );
  expect(await sendToExtension('checkExtension', {})).toEqual(unproved('0'.repeat(43)));
  expect(await sendToExtension('checkCookies', {})).toEqual(failed('unproved'));
});

import type { LookupFunction } from 'node:net';
import { describe, expect, it } from 'vitest';
import { DestinationRefused } from '../sources/http/destination-refused.ts';
import { guardedLookup } from './guarded-lookup.ts';

const guarded = { isPrivateAllowed: false };
const resolvingTo =
  (...addresses: readonly string[]): LookupFunction =>
  (_, __, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
const silent: LookupFunction = () => undefined;
const unknown: LookupFunction = (_, __, callback) =>
  callback(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), []);

function ask(lookup: LookupFunction): Promise<unknown> {
  return new Promise((resolve, reject) =>
    lookup('store.example', { all: true }, (error, address) => (error === null ? resolve(address) : reject(error))),
  );
}

describe('look-ups for destinations', () => {
  it('answer public addresses alone', async () => {
    const found = ask(guardedLookup(guarded, resolvingTo('10.0.0.1', '198.51.100.7', '::1', '2606:4700::1111')));
    expect(await found).toEqual([
      { address: '198.51.100.7', family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ]);
  });

  it.each([
    ['leads inside', resolvingTo('127.0.0.1', '192.168.1.1', 'fd00::1')],
    ['does not exist', unknown],
    ['nobody answers for', silent],
  ])('a name that %s is refused with one text', async (_, resolve) => {
    const failure = await ask(guardedLookup(guarded, resolve, 20)).catch((error: unknown) => error);
    expect(failure).toEqual(new DestinationRefused('store.example has no public address'));
  });

  it('answer private addresses where the operator allows them', async () => {
    expect(await ask(guardedLookup({ isPrivateAllowed: true }, resolvingTo('10.0.0.1')))).toEqual([
      { address: '10.0.0.1', family: 4 },
    ]);
  });
});

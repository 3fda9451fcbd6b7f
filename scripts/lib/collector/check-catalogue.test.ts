import { describe, expect, it } from 'vitest';
import { defaultCatalogue } from '../../../server/src/modules/linkedin/catalogue/default-catalogue.ts';
import { checkCatalogue } from './check-catalogue.ts';

const written = (catalogue: object) => JSON.stringify(catalogue, null, 2);
const good = written(defaultCatalogue);

describe('checking a catalogue', () => {
  it('the built-in catalogue is valid, with limits or without', () => {
    expect(checkCatalogue(good)).toEqual({ ok: true, catalogue: defaultCatalogue });
    const limited = { ...defaultCatalogue, version: 2, limits: { profiles: 40 } };
    expect(checkCatalogue(written(limited))).toEqual({ ok: true, catalogue: limited });
  });

  it('every fault is named with its line', () => {
    const [, ...rest] = defaultCatalogue.contact;
    const { cards: _, version: __, ...withoutCards } = defaultCatalogue;
    const text = written({
      version: '2',
      limits: { profiles: 10_000, messages: 5 },
      ...withoutCards,
      contact: [{ kind: 'rest', decorationId: 'com.example.Messages-1' }, ...rest],
    });
    const lines = text.split('\n');
    const checked = checkCatalogue(text);
    expect(checked.ok).toBe(false);
    if (checked.ok) return;
    const found = checked.faults.map(({ line, reason }) => `${lines[line - 1]?.trim()} → ${reason}`);
    expect(found).toEqual([
      '{ → cards: is missing',
      expect.stringMatching(/^"version": "2", → version: .*number/),
      expect.stringMatching(/^"profiles": 10000, → limits\.profiles: .*150/),
      '"messages": 5 → limits.messages: there is no such entry',
      expect.stringMatching(
        /^"decorationId": "com\.example.* → contact\[0\]\.decorationId: "com\.example\.Messages-1" is not of a form/,
      ),
    ]);
  });

  it('the line of a JSON error is named', () => {
    expect(checkCatalogue('{\n  "version": one\n}')).toMatchObject({ ok: false, faults: [{ line: 2 }] });
  });

  it.each(['null', '[]', '7', '"text"', '{"__proto__": {"version": 1}}'])('refuses %s', (text) => {
    expect(checkCatalogue(text)).toMatchObject({ ok: false });
  });
});

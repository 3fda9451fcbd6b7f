import { describe, expect, test } from 'vitest';
import { type ListedEntry, planSave, type SentEntry } from './plan-save.ts';

function sent(slug: string, id = `id-of-${slug}`, changes: SentEntry['changes'] = {}): SentEntry {
  return { id, url: `https://www.linkedin.com/in/${slug}`, profileKey: slug, changes };
}

function listed(slug: string, values: Partial<ListedEntry> = {}): ListedEntry {
  return {
    id: `id-of-${slug}`,
    url: `https://www.linkedin.com/in/${slug}`,
    profileKey: slug,
    collected: false,
    status: null,
    profileId: null,
    userId: null,
    profileUrl: null,
    email: null,
    ...values,
  };
}

const finished = { collected: true, status: 'ok', profileId: 'ACoAA1', userId: 7 } as const;

describe('saving rows', () => {
  test('adds what is not listed, in the order sent', () => {
    const plan = planSave([sent('maren'), sent('aldo')], []);
    expect(plan).toMatchObject({ added: 2, existing: 0 });
    expect(plan.writes.map((row) => row.id)).toEqual(['id-of-maren', 'id-of-aldo']);
    expect(plan.answers).toEqual(plan.writes);
  });

  test('answers a listed profile as the listed row and leaves it as it is', () => {
    const known = listed('maren', finished);
    const plan = planSave([sent('maren', 'another-id', { collected: false })], [known]);
    expect(plan).toEqual({ writes: [], answers: [known], added: 0, existing: 1 });
  });

  test('takes the result of a download for the listed row', () => {
    const plan = planSave([sent('maren', 'id-of-maren', finished)], [listed('maren')]);
    expect(plan.writes).toEqual([listed('maren', finished)]);
  });

  test('takes the result of a download under another id, because the profile is the same', () => {
    const plan = planSave([sent('maren', 'id-of-an-older-row', finished)], [listed('maren')]);
    expect(plan.answers).toEqual([listed('maren', finished)]);
  });

  test('keeps what an update leaves out', () => {
    const plan = planSave([sent('maren', 'id-of-maren', { email: 'maren@example.com' })], [listed('maren', finished)]);
    expect(plan.writes).toEqual([listed('maren', { ...finished, email: 'maren@example.com' })]);
  });

  test('lists a profile sent twice once, and answers both', () => {
    const plan = planSave([sent('maren', 'first'), sent('aldo'), sent('maren', 'second')], []);
    expect(plan).toMatchObject({ added: 2, existing: 1 });
    expect(plan.answers.map((row) => row.id)).toEqual(['first', 'id-of-aldo', 'first']);
  });

  test('gives a new profile its own id when the one sent already names another', () => {
    const plan = planSave([sent('aldo', 'id-of-maren'), sent('ida', 'x'), sent('tove', 'x')], [listed('maren')]);
    const ids = plan.writes.map((row) => row.id);
    expect(plan.added).toBe(3);
    expect(new Set([...ids, 'id-of-maren']).size).toBe(4);
    expect(ids[1]).toBe('x');
  });

  test('answers a finished row that is not listed and does not list it: it was deleted while it was downloaded', () => {
    const plan = planSave([sent('maren', 'id-of-maren', finished), sent('aldo', 'id-of-aldo', finished)], [listed('aldo')]);
    expect(plan).toMatchObject({ added: 0, existing: 2 });
    expect(plan.writes).toEqual([listed('aldo', finished)]);
    expect(plan.answers).toEqual([listed('maren', finished), listed('aldo', finished)]);
  });

  test('lists a profile added anew in the call that brings what an earlier row of it came to', () => {
    const plan = planSave([sent('maren', 'an-older-id', finished), sent('maren', 'id-of-maren')], []);
    expect(plan.writes).toEqual([listed('maren')]);
  });
});

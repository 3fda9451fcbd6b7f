import { describe, expect, test } from 'vitest';
import { type ListedEntry, planSave, type SentEntry } from './plan-save.ts';

function sent(slug: string, id = `id-of-${slug}`, changes: SentEntry['changes'] = {}): SentEntry {
  const origin = { name: null, foundBy: null } as const;
  return { id, url: `https://www.linkedin.com/in/${slug}`, profileKey: slug, origin, changes };
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
    name: null,
    employer: null,
    foundBy: null,
    there: null,
    ...values,
  };
}

const finished = { collected: true, status: 'ok', profileId: 'ACoAA1', userId: 7 } as const;

describe('saving rows', () => {
  test('new entries are added in the order sent', () => {
    const plan = planSave([sent('maren'), sent('aldo')], []);
    expect(plan).toMatchObject({ added: 2, existing: 0 });
    expect(plan.writes.map((row) => row.id)).toEqual(['id-of-maren', 'id-of-aldo']);
    expect(plan.answers).toEqual(plan.writes);
  });

  test('a listed profile is returned as its stored entry, unchanged', () => {
    const known = listed('maren', finished);
    const plan = planSave([sent('maren', 'another-id', { collected: false })], [known]);
    expect(plan).toEqual({ writes: [], answers: [known], added: 0, existing: 1 });
  });

  test('the result of a download updates the stored entry', () => {
    const plan = planSave([sent('maren', 'id-of-maren', finished)], [listed('maren')]);
    expect(plan.writes).toEqual([listed('maren', finished)]);
  });

  test('the result of a download under another id updates the entry of the same profile', () => {
    const plan = planSave([sent('maren', 'id-of-an-older-row', finished)], [listed('maren')]);
    expect(plan.answers).toEqual([listed('maren', finished)]);
  });

  test('fields omitted from an update are kept', () => {
    const plan = planSave([sent('maren', 'id-of-maren', { email: 'maren@example.com' })], [listed('maren', finished)]);
    expect(plan.writes).toEqual([listed('maren', { ...finished, email: 'maren@example.com' })]);
  });

  test('a profile sent twice is added once and returned twice', () => {
    const plan = planSave([sent('maren', 'first'), sent('aldo'), sent('maren', 'second')], []);
    expect(plan).toMatchObject({ added: 2, existing: 1 });
    expect(plan.answers.map((row) => row.id)).toEqual(['first', 'id-of-aldo', 'first']);
  });

  test('a new profile gets a new id if the given one is taken', () => {
    const plan = planSave([sent('aldo', 'id-of-maren'), sent('ida', 'x'), sent('tove', 'x')], [listed('maren')]);
    const ids = plan.writes.map((row) => row.id);
    expect(plan.added).toBe(3);
    expect(new Set([...ids, 'id-of-maren']).size).toBe(4);
    expect(ids[1]).toBe('x');
  });

  test('a finished entry that was deleted during its download is returned but not added', () => {
    const plan = planSave([sent('maren', 'id-of-maren', finished), sent('aldo', 'id-of-aldo', finished)], [listed('aldo')]);
    expect(plan).toMatchObject({ added: 0, existing: 2 });
    expect(plan.writes).toEqual([listed('aldo', finished)]);
    expect(plan.answers).toEqual([listed('maren', finished), listed('aldo', finished)]);
  });

  test('a profile added in the same call as its download is listed', () => {
    const plan = planSave([sent('maren', 'an-older-id', finished), sent('maren', 'id-of-maren')], []);
    expect(plan.writes).toEqual([listed('maren')]);
  });
});

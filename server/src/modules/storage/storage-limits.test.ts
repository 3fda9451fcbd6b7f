import { describe, expect, it } from 'vitest';
import { fullText, inMegabytes, judgeStorage, PERSON_BYTES, storedKinds } from './storage-limits.ts';

const MEGABYTE = 1024 * 1024;
const config = { accountStorageBytes: 200 * MEGABYTE };

describe('the limit of an account', () => {
  it('is reached by what is stored beside raw answers', () => {
    expect(judgeStorage(config, { isVerified: true, bytes: 200 * MEGABYTE - 1, people: 0 }).isFull).toBe(false);
    expect(judgeStorage(config, { isVerified: true, bytes: 200 * MEGABYTE, people: 0 }).isFull).toBe(true);
  });

  it('grows with the collected people, whose number is limited', () => {
    expect(judgeStorage(config, { isVerified: true, bytes: 0, people: 60_000 }).limitBytes).toBe(
      200 * MEGABYTE + 60_000 * PERSON_BYTES,
    );
  });

  it('is a hundredth without a verified email, however many people were collected', () => {
    expect(judgeStorage(config, { isVerified: false, bytes: 0, people: 100 }).limitBytes).toBe(2 * MEGABYTE);
  });
});

describe('the text of a refusal', () => {
  const use = { usedBytes: 201.04 * MEGABYTE, limitBytes: 200 * MEGABYTE, isFull: true };

  it('names what takes the most room, and no raw answers', () => {
    const byTable = new Map([
      ['linkedin_raw_answers', 500 * MEGABYTE],
      ['alert_messages', 150 * MEGABYTE],
      ['alerts', MEGABYTE],
      ['row_notes', 50 * MEGABYTE],
      ['table_views', 1000],
    ]);
    expect(fullText(use, true, byTable)).toBe(
      'Your storage is full: 201 MB of 200 MB are used, most of it by alerts and their messages (151 MB), lists, tags and notes (50 MB). Delete some of that to store more.',
    );
    expect(fullText(use, false, byTable)).toContain('Accounts with a verified email can store a hundred times as much.');
  });

  it('sizes are in megabytes with one digit after the point', () => {
    expect([0, 1_500_000, 2 * MEGABYTE].map(inMegabytes)).toEqual(['0 MB', '1.4 MB', '2 MB']);
  });

  it('each counted table is in one kind', () => {
    const tables = Object.values(storedKinds).flat();
    expect(new Set(tables).size).toBe(tables.length);
  });
});

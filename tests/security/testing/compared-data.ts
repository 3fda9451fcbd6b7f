/** Whether attacks change what is stored. */
import { untilMailsAreSent } from '@leadloom/server/testing/accounts';
import type { TestServer } from '@leadloom/server/testing/test-server';
import { thoroughOr } from '@leadloom/server/testing/thorough';
import { expect } from 'vitest';
import { fingerprint } from './security.fixture.ts';

/** Comparing takes longer than an attack. */
const ATTACKS_TOGETHER = thoroughOr(1, 20);

interface ComparedData {
  /** Makes an attack that must change nothing; the data is compared after several. */
  attack(name: string, work: () => Promise<void>): Promise<void>;
  /** Compares the data after the last attacks. To be called in a test after all of them. */
  compare(): Promise<void>;
}

/**
 * @param findServer whose data nothing else changes between the first attack and the last
 * @param onChange is called with the number of tables in which attacks changed something
 */
export function compareData(findServer: () => TestServer, onChange: (tables: number) => void): ComparedData {
  let before: Awaited<ReturnType<typeof fingerprint>> | null = null;
  let attacks: string[] = [];

  async function compare(): Promise<void> {
    if (attacks.length === 0 || before === null) return;
    const [made, known] = [attacks, before];
    const after = await fingerprint(findServer());
    attacks = [];
    before = after;
    const changed = Object.keys(after).filter((table) => after[table] !== known[table]);
    onChange(changed.length);
    expect(changed, `tables changed by one of: ${made.join(', ')}`).toEqual([]);
  }

  async function firstFingerprint(): ReturnType<typeof fingerprint> {
    // A mail that leaves during the first attacks would be taken for their doing.
    await untilMailsAreSent(findServer());
    return fingerprint(findServer());
  }

  return {
    compare,
    attack: async (name, work) => {
      before ??= await firstFingerprint();
      attacks.push(name);
      await work();
      if (attacks.length >= ATTACKS_TOGETHER) await compare();
    },
  };
}

/** Form D, run against the SEC's stand-in as the server runs it. */
import type { OpenRecord } from '@leadloom/server/open-sources/open-source';
import { secFormD } from '@leadloom/server/open-sources/sec-form-d/sec-form-d';
import { sampleFiling } from '../stand-ins/sec/form-d-filing.ts';
import { type SecStandIn, startSecStandIn } from '../stand-ins/sec/server.ts';
import { type OpenRunFixture, openRunFixture, type ReadStep } from './open-run.fixture.ts';

/** A Monday. The quarter before is published, so a run reads three business days. */
export const NOW = new Date('2026-07-06T23:00:00Z');

interface Given {
  readonly options?: readonly string[];
  readonly contact?: string | null;
  readonly now?: Date;
}

export interface FormDFixture {
  readonly sec: SecStandIn;
  open(given?: Given): Promise<OpenRunFixture>;
  read(given?: Given, checkpoint?: unknown): Promise<readonly ReadStep[]>;
  /** The sentence with which a run fails. */
  failure(given?: Given, checkpoint?: unknown): ReturnType<OpenRunFixture['failureOf']>;
  close(): Promise<void>;
}

/** The quarter `2026 Q2` has one filing. */
export async function openFormDFixture(): Promise<FormDFixture> {
  const sec = await startSecStandIn();
  sec.formD.quarters.set('2026 Q2', [sampleFiling()]);
  const opened: OpenRunFixture[] = [];
  const open = async ({ options = [], contact = 'data@operator.example', now = NOW }: Given = {}) => {
    const fixture = await openRunFixture(secFormD, { origin: sec.origin, options, contact, now: () => now });
    opened.push(fixture);
    return fixture;
  };
  return {
    sec,
    open,
    read: async (given = {}, checkpoint = null) => (await open(given)).read(checkpoint),
    failure: async (given = {}, checkpoint = null) => (await open(given)).failureOf(checkpoint),
    close: async () => {
      for (const fixture of opened) await fixture.close();
      await sec.close();
    },
  };
}

export const recordsOf = (step: ReadStep | undefined, table: string): readonly OpenRecord[] =>
  step?.loads.find((load) => load.table === table)?.records ?? [];

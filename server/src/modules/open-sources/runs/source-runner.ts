/** Runs the sources that are due on this server, each with a lease (record 0121): one server at a time for each source. */
import { createLeasedWork } from '../../../leased-work/leased-work.ts';
import type { OpenSource } from '../../../open-sources/open-source.ts';
import { readContact } from '../contact.ts';
import { endRun, leaveRun, sourceLeases, type TakenSource, takeDue } from '../open-sources.repository.ts';
import type { CreateOpenHttp, RunPlatform } from './open-run.ts';
import { runSource } from './run-source.ts';
import { settleFailure } from './settle-run.ts';

/** A lease lasts several of them. */
const RENEWAL_MILLISECONDS = 8_000;

interface RunnerParts {
  readonly sources: readonly OpenSource[];
  readonly createHttp: CreateOpenHttp;
  /** @param id null: the next sources could not be taken */
  readonly onFailure: (error: unknown, id: string | null) => void;
}

export function createSourceRunner(platform: RunPlatform, { sources, createHttp, onFailure }: RunnerParts) {
  const { database, now } = platform;
  const byId = new Map(sources.map((source) => [source.manifest.id, source]));

  const work = createLeasedWork<TakenSource>({
    // Sources do not wait for each other: reading websites takes hours.
    slots: sources.length,
    renewal: sourceLeases.renewal(database, RENEWAL_MILLISECONDS),
    take: async (room) => {
      const contact = await readContact(platform);
      const ids = sources.flatMap(({ manifest: { id, needs } }) => (isMet(needs, contact) ? [id] : []));
      return takeDue(database, now(), { ids, limit: room });
    },
    run: async (taken, signal) => {
      const source = byId.get(taken.id);
      if (source === undefined) return;
      await runSource(platform, { source, contact: await readContact(platform), createHttp }, taken, signal);
    },
    onFailure: async (taken, error, isStopping) => {
      if (isStopping) return leaveRun(database, taken);
      onFailure(error, taken.id);
      await endRun(database, taken, settleFailure(error, { failures: taken.failures, now: now() }));
    },
    onError: (error, taken) => onFailure(error, taken?.id ?? null),
  });

  return {
    /** Starts those that are due, and does not wait for their ends. */
    startDue: () => work.startDue(),
    /** Resolves when none is under way. */
    settled: () => work.settled(),
    /** Leaves those under way to the next server. */
    close: () => work.close({ reason: new Error('the run of an open source was stopped') }),
  };
}

/** Whether everything is there that a source needs before its first request. */
export function isMet(needs: OpenSource['manifest']['needs'], contact: string | null): boolean {
  return needs === null || (needs === 'contact' && contact !== null);
}

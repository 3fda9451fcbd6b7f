/**
 * Servers that serve one journey after another of the same process, each with accounts of its own: a start takes as long as
 * several screens. What would disturb the next journey is refused.
 */
import { type LeadloomProcess, startLeadloom } from './leadloom-process.ts';

export interface SharedServers {
  /** @param knownAs the public address; null is the one it listens at */
  readonly borrow: (knownAs: string | null) => Promise<LeadloomProcess>;
  readonly close: () => Promise<void>;
}

/** Each starts when it is first needed. @param start for tests */
export function shareServers(start: (knownAs: string | null) => Promise<LeadloomProcess> = startLeadloom): SharedServers {
  const started = new Map<string | null, Promise<LeadloomProcess>>();
  return {
    borrow: async (knownAs) => {
      const starting = started.get(knownAs) ?? start(knownAs);
      started.set(knownAs, starting);
      const leadloom = await starting;
      const printedBefore = leadloom.log().length;
      return {
        ...leadloom,
        isShared: true,
        log: () => leadloom.log().slice(printedBefore),
        stop: () => Promise.reject(new Error('this journey shares its server, which others need')),
      };
    },
    close: async () => {
      for (const starting of started.values()) await (await starting).stop();
    },
  };
}

/** Controls a running stand-in from a test or a benchmark in the same process. */
import type { Accepted } from './accepted.ts';
import { createFaultBook, type FaultBook, type FaultRule } from './faults/fault-book.ts';
import type { Company } from './model/companies.ts';
import type { Member } from './model/member.ts';
import type { LocaleChoice, Network } from './model/network.ts';
import { createRecorder, type RecordedRequest, type Recorder } from './recorder.ts';
import type { Session, Sessions } from './sessions.ts';
import type { EndpointName } from './wire/call.ts';

/** Milliseconds before each answer: for all, by endpoint, or as a function of the endpoint and the how-manieth request it is. */
export type Delay = number | Partial<Record<EndpointName, number>> | ((endpoint: EndpointName, requestNumber: number) => number);

export interface Control {
  /** Switches a fault on. @returns switches it off again */
  readonly fault: (rule: FaultRule) => () => void;
  readonly clearFaults: () => void;
  /** The latest requests in order; control requests are not among them. */
  readonly requests: () => readonly RecordedRequest[];
  /** How many there were since the last clear, even of those no longer kept. */
  readonly requestCount: () => number;
  /** How often each member's data was asked for, by index. */
  readonly countsByMember: () => ReadonlyMap<number, number>;
  /** The sum of all delays added on purpose. */
  readonly totalDelayMs: () => number;
  /** Forgets the requests, not the settings. */
  readonly clear: () => void;
  /** A signed-in session's cookies and token. @param nonce letters and digits that become part of `li_at` */
  readonly signIn: (nonce?: string) => Session;
  readonly revokeSessions: () => void;
  readonly accepted: () => Accepted;
  /** Replaces lists of known query ids or decorations: a rotation while running. */
  readonly accept: (lists: Partial<Accepted>) => void;
  /** Forgets single query ids or decorations. */
  readonly retire: (...ids: readonly string[]) => void;
  readonly setLocale: (choice: LocaleChoice) => void;
  readonly setDelay: (delay: Delay) => void;
  /** Adds a text to everything members wrote; null takes it back. */
  readonly decorateText: (suffix: string | null) => void;
  readonly viewer: () => Member;
  readonly member: (index: number) => Member;
  readonly findMember: (identity: string) => Member | undefined;
  readonly company: (number: number) => Company;
  readonly memberCount: number;
  readonly connectionCount: number;
}

export interface ControlParts {
  readonly control: Control;
  readonly faults: FaultBook;
  readonly recorder: Recorder;
  readonly delayFor: (endpoint: EndpointName) => number;
}

export function createControl(network: Network, sessions: Sessions, initial: { accepted: Accepted; delay: Delay }): ControlParts {
  const faults = createFaultBook();
  const recorder = createRecorder();
  let { accepted, delay } = initial;

  const control: Control = {
    fault: faults.add,
    clearFaults: faults.clear,
    requests: recorder.requests,
    requestCount: recorder.count,
    countsByMember: recorder.countsByMember,
    totalDelayMs: recorder.totalDelayMs,
    clear: recorder.clear,
    signIn: sessions.issue,
    revokeSessions: sessions.revokeAll,
    accepted: () => accepted,
    accept: (lists) => {
      accepted = { ...accepted, ...lists };
    },
    retire: (...ids) => {
      const without = (list: ReadonlySet<string>) => new Set([...list].filter((id) => !ids.includes(id)));
      accepted = { ...accepted, queryIds: without(accepted.queryIds), decorations: without(accepted.decorations) };
    },
    setLocale: network.setLocaleChoice,
    setDelay: (next) => {
      delay = next;
    },
    decorateText: network.decorateText,
    viewer: network.viewer,
    member: network.member,
    findMember: network.findMember,
    company: network.company,
    memberCount: network.memberCount,
    connectionCount: network.connectionCount,
  };
  const delayFor = (endpoint: EndpointName): number => {
    if (typeof delay === 'function') return delay(endpoint, recorder.count());
    return typeof delay === 'number' ? delay : (delay[endpoint] ?? 0);
  };
  return { control, faults, recorder, delayFor };
}

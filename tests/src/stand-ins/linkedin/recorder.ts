/** Records the requests to the stand-in. It keeps the latest ones, and counts all of them. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Call, EndpointName } from './wire/call.ts';

export interface RecordedRequest {
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly method: string;
  readonly path: string;
  readonly endpoint: EndpointName;
  /** The query as sent, without the question mark. */
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  /** 0 while unanswered, and for a connection that was cut. */
  readonly status: number;
  /** The member whose data was requested, when it was one member's; null otherwise. */
  readonly memberIndex: number | null;
  /** The delay that was added on purpose before answering, in milliseconds. */
  readonly delayMs: number;
  readonly fault: string | null;
}

export interface Recording {
  status: number;
  memberIndex: number | null;
  delayMs: number;
  fault: string | null;
}

export interface Recorder {
  readonly begin: (call: Call) => Recording;
  readonly requests: () => readonly RecordedRequest[];
  /** Requests since the last clear, those let go included. */
  readonly count: () => number;
  readonly countsByMember: () => ReadonlyMap<number, number>;
  readonly countMember: (recording: Recording, index: number) => void;
  readonly addDelay: (recording: Recording, milliseconds: number) => void;
  readonly totalDelayMs: () => number;
  readonly clear: () => void;
}

export const KEPT_REQUESTS = 20_000;

export function createRecorder(): Recorder {
  let kept: (RecordedRequest & Recording)[] = [];
  let count = 0;
  let delay = 0;
  let byMember = new Map<number, number>();

  return {
    begin: (call) => {
      const mark = call.url.indexOf('?');
      const recording = {
        time: Date.now(),
        method: call.method,
        path: call.path,
        endpoint: call.endpoint,
        query: mark < 0 ? '' : call.url.slice(mark + 1),
        headers: call.headers,
        status: 0,
        memberIndex: null,
        delayMs: 0,
        fault: null,
      };
      kept.push(recording);
      count += 1;
      // Let go by halves, so that a long run does not move the list at every request.
      if (kept.length > KEPT_REQUESTS) kept = kept.slice(kept.length / 2);
      return recording;
    },
    requests: () => [...kept],
    count: () => count,
    countsByMember: () => byMember,
    countMember: (recording, index) => {
      recording.memberIndex = index;
      byMember.set(index, (byMember.get(index) ?? 0) + 1);
    },
    addDelay: (recording, milliseconds) => {
      recording.delayMs += milliseconds;
      delay += milliseconds;
    },
    totalDelayMs: () => delay,
    clear: () => {
      kept = [];
      count = 0;
      delay = 0;
      byMember = new Map();
    },
  };
}

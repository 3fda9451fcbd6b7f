/**
 * A local server that plays www.linkedin.com: HTTPS on loopback, reached by a browser that maps the host
 * to its port. It answers the endpoints the collector reads, in each dialect, for any number of fictional
 * members, refuses what the real one refuses, and fails on demand. It talks to nobody.
 */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { listenOnLoopback } from '@leadloom/server/testing/loopback';
import { type Accepted, defaultAccepted } from './accepted.ts';
import { createAnswerer } from './answerer.ts';
import { localCertificate } from './certificate.ts';
import { type Control, createControl, type Delay } from './control.ts';
import { controlAnswer } from './control-requests.ts';
import { alteredFaults, isAlteredKind } from './faults/altered-faults.ts';
import type { FaultRule } from './faults/fault-book.ts';
import { instantFaults, isInstantKind } from './faults/instant-faults.ts';
import { isEndlessKind, isStreamKind, sendAnswer, streamFaults } from './faults/stream-faults.ts';
import { createNetwork, type LocaleChoice } from './model/network.ts';
import { createPeopleSearch } from './model/people-search.ts';
import { signInAnswer, signOutAnswer } from './pages.ts';
import type { Recording } from './recorder.ts';
import { createSessions } from './sessions.ts';
import { type Call, readCall } from './wire/call.ts';

export interface StandInOptions {
  /** 0 (the default) takes any free port. */
  readonly port?: number;
  readonly memberCount?: number;
  /** Another seed makes other members. */
  readonly seed?: number;
  readonly viewerSlug?: string;
  readonly delay?: Delay;
  /** Query ids and decorations it knows; see `acceptedOf` for those of a catalogue. */
  readonly accepted?: Accepted;
  /** Language of captions and placeholders; by member unless told otherwise. */
  readonly locale?: LocaleChoice;
}

export interface LinkedInStandIn {
  readonly port: number;
  /** The origin for programs; a browser goes to https://www.linkedin.com with `chromiumFlags`. */
  readonly origin: string;
  readonly control: Control;
  /** Ends every connection and pending answer at once. */
  readonly close: () => Promise<void>;
}

/** What Chromium must be started with to meet the stand-in under the real name. */
export function chromiumFlags(port: number): readonly string[] {
  return [
    `--host-resolver-rules=MAP www.linkedin.com 127.0.0.1:${port},MAP media.licdn.com 127.0.0.1:${port}`,
    '--ignore-certificate-errors',
  ];
}

/** @throws when the port is taken */
export async function startLinkedInStandIn(options: StandInOptions = {}): Promise<LinkedInStandIn> {
  const seed = options.seed ?? 1;
  const network = createNetwork({
    seed,
    memberCount: Math.max(1, options.memberCount ?? 500),
    viewerSlug: options.viewerSlug ?? 'robin-viewer',
    localeChoice: options.locale ?? 'member',
  });
  const sessions = createSessions(seed);
  const { control, faults, recorder, delayFor } = createControl(network, sessions, {
    accepted: options.accepted ?? defaultAccepted,
    delay: options.delay ?? 0,
  });
  const answerTo = createAnswerer({ network, sessions, searchPeople: createPeopleSearch(network), accepted: control.accepted });
  const closing = new AbortController();

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = readCall(request);
    if (call.endpoint === 'stand-in') return sendAnswer(response, await standInAnswer(request, call));
    const recording = recorder.begin(call);
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const signal = AbortSignal.any([closing.signal, gone.signal]);
    // The status is noted before the first byte leaves: who waits for the answer finds it recorded.
    await delayed(call, recording, signal);
    await send(call, recording, faults.take(call), response, signal);
  }

  async function delayed(call: Call, recording: Recording, signal: AbortSignal): Promise<void> {
    const milliseconds = delayFor(call.endpoint);
    if (milliseconds <= 0) return;
    await sleep(milliseconds, undefined, { signal });
    recorder.addDelay(recording, milliseconds);
  }

  async function send(
    call: Call,
    recording: Recording,
    rule: FaultRule | undefined,
    response: ServerResponse,
    signal: AbortSignal,
  ) {
    const real = () => answerTo(call, (member) => recorder.countMember(recording, member.index));
    recording.fault = rule?.kind ?? null;
    if (rule !== undefined && isStreamKind(rule.kind)) {
      const answer = real();
      recording.status = rule.kind === 'reset' ? 0 : isEndlessKind(rule.kind) ? 200 : answer.status;
      return streamFaults[rule.kind]({ answer, response, rule, signal });
    }
    const answer = rule === undefined ? real() : spoilt(call, rule, real);
    recording.status = answer.status;
    sendAnswer(response, answer);
  }

  async function standInAnswer(request: IncomingMessage, call: Call) {
    if (call.path === '/stand-in/sign-in') return signInAnswer(call, sessions.issue());
    if (call.path === '/stand-in/sign-out') return signOutAnswer(call);
    return controlAnswer(request, control);
  }

  const server = createServer(
    { ...(await localCertificate()), requestTimeout: 30_000, headersTimeout: 10_000 },
    (request, response) => {
      handle(request, response).catch((error: unknown) => {
        // A client that left, or our own closing, is no failure; anything else must not look like an answer.
        response.destroy();
        if (!(error instanceof Error && error.name === 'AbortError')) process.stderr.write(`stand-in: ${String(error)}\n`);
      });
    },
  );
  const { port, close } = await listenOnLoopback(server, options.port);

  return {
    port,
    origin: `https://127.0.0.1:${port}`,
    control,
    close: () => {
      closing.abort();
      return close();
    },
  };
}

function spoilt(call: Call, rule: FaultRule, real: () => ReturnType<ReturnType<typeof createAnswerer>>) {
  if (isInstantKind(rule.kind)) return instantFaults[rule.kind](call, rule);
  return isAlteredKind(rule.kind) ? alteredFaults[rule.kind](real()) : real();
}

/** Requests as a page would post them, and the exchange of requests and replies on a page's own window. */
import { randomUUID } from 'node:crypto';
import { buildProfileUrl } from '@leadloom/shared/linkedin/build-url';
import { CHANNEL, type Reply, replySchema } from '@leadloom/shared/messages/envelope';
import { messageDefinitions } from '@leadloom/shared/messages/protocol';
import type { Frame, Page } from '@playwright/test';
import { z } from 'zod';

/** An envelope, or what an attacker makes of one. */
export type Posted = Readonly<Record<string, unknown>> & { readonly id: unknown };

export const connectionsCandidate = {
  kind: 'rest',
  decorationId: 'com.linkedin.voyager.dash.deco.web.mynetwork.ConnectionListWithProfile-16',
} as const;
export const profileCandidate = {
  kind: 'rest',
  decorationId: 'com.linkedin.voyager.dash.deco.identity.profile.FullProfileWithEntities-93',
} as const;
export const searchCandidate = {
  kind: 'graphql',
  queryId: 'voyagerSearchDashClusters.e438ab99259203e9c1cd3f358e217282',
} as const;

export function message(name: unknown, payload: unknown): Posted {
  return { channel: CHANNEL, kind: 'request', id: randomUUID(), name, payload };
}

/** @param url anything at all; @param more fields the message does not have */
export function fetchData(url: unknown, more: Readonly<Record<string, unknown>> = {}): Posted {
  return message('fetchData', { url, json: false, requestId: randomUUID(), ...more });
}

export function profileAddress(identity: string): string {
  return buildProfileUrl(profileCandidate, identity);
}

/** How many messages there are. */
export const MESSAGE_COUNT = Object.keys(messageDefinitions).length;

/** A valid one of each, in the order of their definitions. */
export function eachMessage(identity: string): readonly Posted[] {
  return [
    message('checkExtension', {}),
    message('checkCookies', {}),
    message('checkConnections', { page: 1, candidate: connectionsCandidate }),
    message('runSearch', { params: { page: 1, peopleSearchQuery: 'engineer' }, candidate: searchCandidate }),
    fetchData(profileAddress(identity)),
  ];
}

/**
 * Posts every message on the target's own window at once and waits for the replies.
 * @returns the reply to each in order, null for silence until the limit
 */
export async function exchange(
  target: Page | Frame,
  messages: readonly Posted[],
  limitMs = 15_000,
): Promise<readonly (Reply | null)[]> {
  // Messages are passed as text: JSON keeps own `__proto__` keys and lone surrogates, which other ways would drop.
  const replies = await target.evaluate(exchangeOnPage, { text: JSON.stringify(messages), limitMs });
  return z.array(z.nullable(replySchema)).parse(replies);
}

function exchangeOnPage({ text, limitMs }: { text: string; limitMs: number }): Promise<unknown[]> {
  const posted: { id: unknown }[] = JSON.parse(text);
  return new Promise((resolve, reject) => {
    const replies = new Map<unknown, unknown>();
    const finish = (): void => {
      clearTimeout(timer);
      window.removeEventListener('message', listen);
      resolve(posted.map(({ id }) => replies.get(id) ?? null));
    };
    const listen = ({ data, source, origin }: MessageEvent): void => {
      if (data?.kind !== 'reply' || !posted.some(({ id }) => id === data.id)) return;
      if (source !== window || origin !== location.origin) reject(new Error('a reply from elsewhere'));
      if (replies.has(data.id)) reject(new Error('a second reply'));
      replies.set(data.id, data.reply);
      if (replies.size === posted.length) finish();
    };
    const timer = setTimeout(finish, limitMs);
    window.addEventListener('message', listen);
    for (const envelope of posted) window.postMessage(envelope, location.origin);
  });
}

/** Sends messages in portions that the extension takes at once, so that only what is asked is judged and not how much. */
export async function exchangeAll(
  target: Page | Frame,
  messages: readonly Posted[],
  portion = 16,
): Promise<readonly (Reply | null)[]> {
  const replies: (Reply | null)[] = [];
  for (let start = 0; start < messages.length; start += portion)
    replies.push(...(await exchange(target, messages.slice(start, start + portion))));
  return replies;
}

/** `ok`, an error's code, or `silence`. */
export function codeOf(reply: Reply | null | undefined): string {
  if (reply === null || reply === undefined) return 'silence';
  return reply.ok ? 'ok' : reply.error.code;
}

/** Everything of ours that arrived on the window since `listenForReplies`, as text; a message that was merely posted is not among it. */
export async function repliesReceived(target: Page | Frame): Promise<readonly string[]> {
  const heard = await target.evaluate(() =>
    (Reflect.get(window, '__replies') ?? []).map((data: unknown) => JSON.stringify(data)),
  );
  return z.array(z.string()).parse(heard);
}

export async function listenForReplies(target: Page | Frame): Promise<void> {
  await target.evaluate(() => {
    const replies: unknown[] = [];
    Reflect.set(window, '__replies', replies);
    window.addEventListener('message', ({ data }) => {
      if (data?.kind === 'reply') replies.push(data);
    });
  });
}

/**
 * A local server that plays Slack's incoming webhooks: plain HTTP on loopback, at `/services/…`. It keeps the messages of each
 * webhook, checks their form as Slack does, and fails on demand. It talks to nobody.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { z } from 'zod';
import { createFaultBook, type FaultBook, type FaultRule } from '../fault-book.ts';
import { serveStandIn } from '../serve.ts';

const MAX_TEXT = 40_000;

/** A call is `POST /services/…`. */
export interface SlackFault extends FaultRule {
  readonly status: number;
  /** Such as `no_service`. */
  readonly text?: string;
  readonly retryAfter?: string;
  readonly location?: string;
}

export interface SlackMessage {
  readonly text: string;
  /** Whom the message mentions, such as `!channel`. */
  readonly mentions: readonly string[];
}

export interface SlackStandIn {
  readonly origin: string;
  readonly faults: FaultBook<SlackFault>;
  /** @returns the address of a new webhook, which is a secret */
  addWebhook(): string;
  removeWebhook(url: string): void;
  /** Oldest first. */
  messagesOf(url: string): readonly SlackMessage[];
  close(): Promise<void>;
}

const messageSchema = z.looseObject({ text: z.string() });

export async function startSlackStandIn({ port = 0 }: { readonly port?: number } = {}): Promise<SlackStandIn> {
  const webhooks = new Map<string, SlackMessage[]>();
  const faults = createFaultBook<SlackFault>();

  function answer(path: string, body: string): { readonly status: number; readonly text: string } {
    const messages = webhooks.get(path);
    if (messages === undefined) return { status: 404, text: 'no_service' };
    const message = readMessage(body);
    if (message === null) return { status: 400, text: 'invalid_payload' };
    if (message.text === '') return { status: 400, text: 'no_text' };
    if (message.text.length > MAX_TEXT) return { status: 400, text: 'msg_too_long' };
    const mentions = [...message.text.matchAll(/<([!@#][^>|]*)(?:\|[^>]*)?>/g)].map(([, whom = '']) => whom);
    messages.push({ text: message.text, mentions });
    return { status: 200, text: 'ok' };
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '/';
    const body = await readText(request);
    const fault = faults.take(`${request.method} ${path}`);
    const { status, text = '' } = fault ?? answer(path, body);
    response.writeHead(status, {
      'content-type': 'text/html',
      ...(fault?.retryAfter === undefined ? {} : { 'retry-after': fault.retryAfter }),
      ...(fault?.location === undefined ? {} : { location: fault.location }),
    });
    response.end(text);
  }

  const { origin, close } = await serveStandIn('slack', handle, port);
  const pathOf = (url: string) => new URL(url).pathname;

  return {
    origin,
    faults,
    addWebhook: () => {
      const path = `/services/T00000001/B0000000${webhooks.size + 1}/standInSecret${webhooks.size + 1}`;
      webhooks.set(path, []);
      return `${origin}${path}`;
    },
    removeWebhook: (url) => void webhooks.delete(pathOf(url)),
    messagesOf: (url) => webhooks.get(pathOf(url)) ?? [],
    close,
  };
}

function readMessage(body: string): z.infer<typeof messageSchema> | null {
  try {
    return messageSchema.safeParse(JSON.parse(body)).data ?? null;
  } catch {
    return null;
  }
}

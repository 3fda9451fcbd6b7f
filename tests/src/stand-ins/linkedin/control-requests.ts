/**
 * The control over HTTP, for programs in other processes: `POST /stand-in/control` with one JSON command.
 * Loopback only, and never for a web page: a page's request carries an Origin, or cannot be JSON.
 */
import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import type { Control } from './control.ts';
import { faultKinds } from './faults/fault-book.ts';
import { locales } from './model/locales.ts';
import { type Answer, textAnswer } from './wire/answer.ts';

const MAX_COMMAND_BYTES = 64 * 1024;
const count = z.int().min(0).max(1_000_000_000);
const ids = z.array(z.string().max(200)).max(200);

const commandSchema = z.discriminatedUnion('action', [
  z.strictObject({
    action: z.literal('fault'),
    kind: z.enum(faultKinds),
    /** An endpoint's name. */
    match: z.string().max(100).optional(),
    /** A regular expression for path and query, instead of a name. */
    pattern: z.string().max(500).optional(),
    times: count.optional(),
    after: count.optional(),
    status: z.int().min(300).max(399).optional(),
    location: z.string().max(2000).optional(),
    retryAfterSeconds: count.optional(),
    delayMs: count.optional(),
    size: z
      .int()
      .min(0)
      .max(20 * 1024 ** 3)
      .optional(),
  }),
  z.strictObject({ action: z.literal('clear-faults') }),
  z.strictObject({ action: z.literal('requests') }),
  z.strictObject({ action: z.literal('clear') }),
  z.strictObject({
    action: z.literal('sign-in'),
    nonce: z
      .string()
      .regex(/^[A-Za-z0-9]{1,80}$/)
      .optional(),
  }),
  z.strictObject({ action: z.literal('revoke-sessions') }),
  z.strictObject({ action: z.literal('accept'), queryIds: ids.optional(), decorations: ids.optional() }),
  z.strictObject({ action: z.literal('retire'), ids }),
  z.strictObject({ action: z.literal('locale'), locale: z.enum([...locales, 'member', 'request']) }),
  z.strictObject({ action: z.literal('delay'), milliseconds: count }),
  z.strictObject({ action: z.literal('decorate-text'), suffix: z.string().max(10_000).nullable() }),
  z.strictObject({ action: z.literal('member'), index: count }),
]);
export type ControlCommand = z.infer<typeof commandSchema>;

export async function controlAnswer(request: IncomingMessage, control: Control): Promise<Answer> {
  if (!isAllowedSender(request)) return reply(403, { error: 'only programs on this machine' });
  const body = await readBody(request);
  if (body === undefined) return reply(413, { error: 'too large' });
  const command = commandSchema.safeParse(parsed(body));
  if (!command.success) return reply(400, { error: z.prettifyError(command.error) });
  try {
    return reply(200, execute(command.data, control));
  } catch (error) {
    return reply(400, { error: error instanceof Error ? error.message : 'not possible' });
  }
}

function execute(command: ControlCommand, control: Control): unknown {
  switch (command.action) {
    case 'fault': {
      const { action: _action, pattern, ...rule } = command;
      control.fault(pattern === undefined ? rule : { ...rule, match: new RegExp(pattern) });
      return {};
    }
    case 'clear-faults':
      control.clearFaults();
      return {};
    case 'requests':
      return { count: control.requestCount(), totalDelayMs: control.totalDelayMs(), requests: control.requests() };
    case 'clear':
      control.clear();
      return {};
    case 'sign-in':
      return control.signIn(command.nonce);
    case 'revoke-sessions':
      control.revokeSessions();
      return {};
    case 'accept':
      control.accept({
        ...(command.queryIds === undefined ? {} : { queryIds: new Set(command.queryIds) }),
        ...(command.decorations === undefined ? {} : { decorations: new Set(command.decorations) }),
      });
      return {};
    case 'retire':
      control.retire(...command.ids);
      return {};
    case 'locale':
      control.setLocale(command.locale);
      return {};
    case 'delay':
      control.setDelay(command.milliseconds);
      return {};
    case 'decorate-text':
      control.decorateText(command.suffix);
      return {};
    case 'member':
      return control.member(command.index);
  }
}

function isAllowedSender(request: IncomingMessage): boolean {
  const address = request.socket.remoteAddress ?? '';
  const isLoopback = address === '127.0.0.1' || address === '::1' || address === '::ffff:127.0.0.1';
  const isJson = /^application\/json(?:;|$)/.test(request.headers['content-type'] ?? '');
  return isLoopback && isJson && request.headers.origin === undefined && request.method === 'POST';
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    length += bytes.length;
    if (length > MAX_COMMAND_BYTES) return undefined;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function reply(status: number, body: unknown): Answer {
  return textAnswer(status, 'application/json; charset=utf-8', JSON.stringify(body));
}

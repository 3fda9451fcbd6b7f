/**
 * Messages for a channel of Slack, by an incoming webhook ("Sending messages using incoming webhooks" in Slack's documentation).
 * Mattermost and Rocket.Chat take the same requests, so any public address may be entered. The address is the secret. What rows
 * hold mentions nobody.
 */
import type { DestinationSettings } from '../../config.ts';
import { readRetryAfter } from '../../sources/http/read-retry-after.ts';
import { createSourceHttp, type SourceAnswer } from '../../sources/http/source-http.ts';
import { BusyDestination, type MessageConnector, type OutgoingMessage, RefusedByDestination } from '../connector.ts';
import { judgeUrl } from '../judge-address.ts';
import { reachableHttp } from '../reachable-http.ts';

const CALL_MILLISECONDS = 15_000;
/** Answers are a word or two. */
const MAX_ANSWER_BYTES = 64 * 1024;
/** Slack takes one message a second. */
const PAUSE_MILLISECONDS = 1_000;
const MAX_ROWS = 10;
const MAX_ROW_TEXT = 200;
const MAX_TITLE = 150;

/** What Slack answers when the webhook is of no use any more, until somebody there changes something. */
const refusals: ReadonlyMap<string, string> = new Map([
  ['no_service', 'The Slack webhook was removed or disabled. Enter the address of a new one.'],
  ['no_service_id', 'The Slack webhook was removed or disabled. Enter the address of a new one.'],
  ['no_team', 'The Slack workspace of the webhook does not exist any more.'],
  ['team_disabled', 'The Slack workspace of the webhook is disabled.'],
  ['invalid_token', 'The address of the Slack webhook is not complete. Enter it again.'],
  ['no_active_hooks', 'The Slack webhook was removed or disabled. Enter the address of a new one.'],
  ['channel_not_found', 'The Slack channel of the webhook does not exist any more.'],
  ['channel_is_archived', 'The Slack channel of the webhook is archived.'],
  ['action_prohibited', 'An admin of the Slack workspace does not allow messages of this webhook.'],
  ['posting_to_general_channel_denied', 'An admin of the Slack workspace does not allow messages of this webhook.'],
]);

export interface SlackSecrets {
  readonly url: string;
}

/** @throws {RefusedByDestination} the address may not be used */
export function createSlackConnector(
  _settings: object,
  { url }: SlackSecrets,
  network: Pick<DestinationSettings, 'isPrivateAllowed'>,
): MessageConnector {
  // Allowed when it was entered; the setting may have changed since.
  if (judgeUrl(url, network) !== 'allowed')
    throw new RefusedByDestination('The address of the Slack webhook is private or not valid.');
  const http = reachableHttp(
    'Slack',
    createSourceHttp({
      allowedOrigins: [new URL(url).origin],
      timeoutMs: CALL_MILLISECONDS,
      maxBytes: MAX_ANSWER_BYTES,
      isPrivateAllowed: network.isPrivateAllowed,
    }),
  );

  async function post(text: string, signal: AbortSignal): Promise<void> {
    const answer = await http.send({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      // Links are not followed for previews: they are people's and companies' addresses.
      body: JSON.stringify({ text, unfurl_links: false, unfurl_media: false }),
      signal,
    });
    if (answer.status < 200 || answer.status >= 300) throw problemOf(answer);
  }

  return {
    takes: 'messages',
    test: async (signal) => {
      await post('This channel now gets alerts from Leadloom.', signal);
      return {};
    },
    sendMessage: (message, signal) => post(textOf(message), signal),
    close: async () => undefined,
  };
}

function textOf({ title, count, rows, url }: OutgoingMessage): string {
  const shown = rows.slice(0, MAX_ROWS);
  const more = count - shown.length;
  return [
    `*${plain(title, MAX_TITLE)}*`,
    ...shown.map((row) => `• ${plain(row, MAX_ROW_TEXT)}`),
    ...(more > 0 ? [`and ${more.toLocaleString('en-US')} more`] : []),
    `<${linked(url)}|Open in Leadloom>`,
  ].join('\n');
}

/** A text in one line, with `&`, `<` and `>` escaped as Slack's documentation says: nobody is mentioned, nothing is a link. */
function plain(text: string, limit: number): string {
  const line = text.replace(/\s+/g, ' ').trim().toWellFormed();
  const characters = [...line];
  return escaped(characters.length > limit ? `${characters.slice(0, limit - 1).join('')}…` : line);
}

function linked(url: string): string {
  return escaped(url).replaceAll('|', '%7C');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function problemOf({ status, headers, text }: SourceAnswer): Error {
  const code = text.trim().slice(0, 100);
  const pause = readRetryAfter(headers, new Date());
  if (status === 429)
    return new BusyDestination('Slack wants fewer messages.', new Date(Date.now() + (pause ?? PAUSE_MILLISECONDS)));
  const refusal = refusals.get(code);
  if (refusal !== undefined) return new RefusedByDestination(refusal);
  if (status === 404 || status === 410) return new RefusedByDestination('There is no webhook at this address any more.');
  return new Error(/^[a-z_]{1,60}$/.test(code) ? `Slack answered ${status}: ${code}.` : `Slack answered ${status}.`);
}

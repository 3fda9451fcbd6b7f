import { BusyDestination, type OutgoingMessage, RefusedByDestination } from '@leadloom/server/connectors/connector';
import { createSlackConnector } from '@leadloom/server/connectors/slack/slack-connector';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type SlackStandIn, startSlackStandIn } from '../stand-ins/slack/server.ts';

const never = new AbortController().signal;
const message: OutgoingMessage = {
  title: '2 new companies in Norway',
  count: 2,
  rows: ['Northwind, Oslo', 'Contoso, Bergen'],
  url: 'https://leads.example.com/app/alerts/messages?id=7&of=8',
};

describe('messages to Slack', () => {
  let slack: SlackStandIn;
  let url: string;
  beforeEach(async () => {
    slack = await startSlackStandIn();
    url = slack.addWebhook();
  });
  afterEach(() => slack.close());

  const connect = (address = url, isPrivateAllowed = true) => createSlackConnector({}, { url: address }, { isPrivateAllowed });
  const send = (changes: Partial<OutgoingMessage> = {}) => connect().sendMessage({ ...message, ...changes }, never);
  const sent = () => slack.messagesOf(url).map(({ text }) => text);
  const failure = (trying: Promise<unknown>): Promise<unknown> => trying.then(() => null).catch((error: unknown) => error);

  it('name the rows and link to the message in the app', async () => {
    await send();
    expect(sent()).toEqual([
      [
        '*2 new companies in Norway*',
        '• Northwind, Oslo',
        '• Contoso, Bergen',
        '<https://leads.example.com/app/alerts/messages?id=7&amp;of=8|Open in Leadloom>',
      ].join('\n'),
    ]);
  });

  it('name ten rows at most, and say how many more there are', async () => {
    await send({ count: 1_234, rows: Array.from({ length: 50 }, (_, index) => `Row ${index + 1}`) });
    const lines = sent()[0]?.split('\n') ?? [];
    expect(lines.filter((line) => line.startsWith('• '))).toHaveLength(10);
    expect(lines).toContain('and 1,224 more');
  });

  it('mention nobody and hold no link of a row', async () => {
    const hostile = [
      '<!channel>',
      '<@U0001>',
      '<#C0001|general>',
      '<https://attacker.example|Open in Leadloom>',
      '&lt;!here&gt;',
    ];
    await send({ title: '<!everyone> & co', rows: hostile, count: hostile.length });
    expect(slack.messagesOf(url)[0]?.mentions).toEqual([]);
    expect(sent()[0]).toContain('*&lt;!everyone&gt; &amp; co*');
    expect(sent()[0]).toContain('• &amp;lt;!here&amp;gt;');
    expect(sent()[0]?.match(/<[^>]*>/g)).toEqual([
      '<https://leads.example.com/app/alerts/messages?id=7&amp;of=8|Open in Leadloom>',
    ]);
  });

  it('have one line for each row, however long it is and whatever it contains', async () => {
    await send({ rows: [`one\n> two\r\n${'long '.repeat(200)}`], count: 1 });
    const [, row = '', ...others] = sent()[0]?.split('\n') ?? [];
    expect([row.startsWith('• one &gt; two long'), row.endsWith('…'), others.length]).toEqual([true, true, 1]);
    expect(row.length).toBeLessThan(220);
  });

  it('a test says what the channel gets', async () => {
    await connect().test(never);
    expect(sent()).toEqual(['This channel now gets alerts from Leadloom.']);
  });

  it('a webhook that was removed is refused', async () => {
    slack.removeWebhook(url);
    expect(await failure(send())).toEqual(
      new RefusedByDestination('The Slack webhook was removed or disabled. Enter the address of a new one.'),
    );
  });

  it.each([
    [410, 'channel_is_archived', 'The Slack channel of the webhook is archived.'],
    [403, 'action_prohibited', 'An admin of the Slack workspace does not allow messages of this webhook.'],
    [410, '', 'There is no webhook at this address any more.'],
    [404, '<html>Not found</html>', 'There is no webhook at this address any more.'],
  ])('status %i with "%s" is refused with a reason', async (status, text, reason) => {
    slack.faults.add({ call: /^POST/, status, text });
    expect(await failure(send())).toEqual(new RefusedByDestination(reason));
  });

  it('too many messages are to be waited for, as long as Slack says', async () => {
    slack.faults.add({ call: /^POST/, status: 429, text: 'rate_limited', retryAfter: '30' });
    const began = Date.now();
    const error = await failure(send());
    expect(error).toBeInstanceOf(BusyDestination);
    const until = error instanceof BusyDestination ? error.until.getTime() : 0;
    expect(until).toBeGreaterThanOrEqual(began + 30_000);
    expect(until).toBeLessThan(began + 90_000);
  });

  it('other failures pass, and none names the address, which is a secret', async () => {
    slack.faults.add({ call: /^POST/, status: 500, text: 'rollup_error', times: 1 });
    expect(await failure(send())).toEqual(new Error('Slack answered 500: rollup_error.'));
    slack.faults.add({ call: /^POST/, status: 302, location: 'https://attacker.example/', times: 1 });
    expect(await failure(send())).toEqual(new Error('Slack answered 302.'));
    await slack.close();
    const error = await failure(send());
    expect(error).toEqual(new Error('Slack refused the connection. Check the address and its port.'));
    expect(error instanceof Error && error.cause).toBeUndefined();
  });

  it.each([
    'http://127.0.0.1:9/services/T/B/s',
    'https://localhost/services/T/B/s',
    'https://10.0.0.8/',
    'http://hooks.example/',
  ])('the address %s is refused unless private addresses are allowed', (address) => {
    expect(() => connect(address, false)).toThrow(
      new RefusedByDestination('The address of the Slack webhook is private or not valid.'),
    );
    expect(() => connect(address, true)).not.toThrow();
  });
});

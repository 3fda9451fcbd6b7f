import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { answerDescription, answerMessage } from './answer-message.ts';
import { readDescriptionRequest } from './description-request.ts';

const parts = {
  callDataApi: async () => ({}),
  views: {
    list: async () => [],
    open: async () => {
      throw new Error('no description opens a view');
    },
  },
  acting: null,
  requestId: 'test',
  onFailure: () => undefined,
};
const HEADERS = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
const requestWith = (headers: Readonly<Record<string, string>> = HEADERS) =>
  new Request('http://localhost/mcp', { method: 'POST', headers });

function ask(method: string, params: object, id: string | number, headers?: Readonly<Record<string, string>>) {
  const request = readDescriptionRequest({ jsonrpc: '2.0', id, method, params });
  if (request === null) throw new Error(`${method} is no description`);
  return answerDescription(requestWith(headers), request, parts);
}

describe('a description for agents', () => {
  afterEach(() => void vi.restoreAllMocks());

  it.each([
    ['tools/list', {}],
    ['resources/list', {}],
    ['resources/templates/list', {}],
    ['resources/read', { uri: 'leadloom://tables/companies' }],
  ])('%s is made once, and every later answer is the same but for its id', async (method, params) => {
    const first = await answerMessage(requestWith(), { jsonrpc: '2.0', id: 1, method, params }, parts);
    await ask(method, params, 'a');
    const make = vi.spyOn(WebStandardStreamableHTTPServerTransport.prototype, 'handleRequest');
    const later = await ask(method, params, 'b"');
    expect(make).not.toHaveBeenCalled();
    expect(JSON.parse(later.body ?? '')).toEqual({ ...JSON.parse(first.body ?? ''), id: 'b"' });
    expect([later.status, later.type]).toEqual([first.status, first.type]);
  });

  it('what the SDK refuses is refused each time', async () => {
    await ask('tools/list', {}, 1);
    for (const round of [1, 2]) {
      expect((await ask('tools/list', {}, round, { accept: 'text/html' })).status).toBe(406);
      const unknown = await ask('resources/read', { uri: 'leadloom://tables/planets' }, round);
      expect(JSON.parse(unknown.body ?? '')).toMatchObject({ id: round, error: { code: -32602 } });
    }
  });

  it('other messages are no descriptions', () => {
    for (const message of [
      { jsonrpc: '2.0', id: 1, method: 'tools/call' },
      { jsonrpc: '2.0', method: 'tools/list' },
      'tools/list',
    ])
      expect(readDescriptionRequest(message)).toBeNull();
  });
});

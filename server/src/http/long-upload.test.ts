import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isUploading, startUpload } from './long-upload.ts';

/** A server with the front door's limits, shortened, that reads bodies of /long as uploads. */
const limits = { requestTimeout: 300, headersTimeout: 200, connectionsCheckingInterval: 50 };
const server = createServer(limits, async (incoming, response) => {
  const end = incoming.url === '/long' ? startUpload(incoming) : () => undefined;
  let length = 0;
  try {
    for await (const chunk of incoming) length += chunk.length;
  } catch {
    // Cut off, as one of the two must be.
  }
  end();
  response.end(String(length));
});
server.on('clientError', (error, socket) => {
  if ('code' in error && error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && isUploading(socket)) return;
  socket.destroy();
});

describe('a body that takes longer than requests may', () => {
  beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
  afterAll(() => void server.close());

  async function send(path: string): Promise<string> {
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const sending = request({ port, path, method: 'POST', agent: false });
    const failed = new Promise<string>((resolve) => sending.once('error', (error) => resolve(error.message)));
    const answered = new Promise<string>((resolve) => sending.once('response', (answer) => resolve(text(answer))));
    for (let part = 0; part < 6; part += 1) {
      sending.write('x');
      await Promise.race([sleep(200), failed]);
    }
    sending.end();
    return Promise.race([answered, failed]);
  }

  it('an upload may take longer than other requests', async () => {
    expect(await send('/long')).toBe('6');
  });

  it('another request that takes so long is cut off', async () => {
    expect(await send('/short')).toMatch(/ECONNRESET|EPIPE|hang up/);
  });
});

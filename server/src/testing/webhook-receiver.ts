/** A receiver of webhooks on this machine, which answers as a test wants. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { z } from 'zod';

const eventSchema = z.object({ type: z.string(), timestamp: z.string(), data: z.record(z.string(), z.unknown()) });
const addressSchema = z.object({ port: z.number() });

export interface ReceivedRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly event: z.infer<typeof eventSchema>;
}

export interface WebhookReceiver {
  /** The address, with a slash at its end. */
  readonly url: string;
  readonly requests: ReceivedRequest[];
  /** Answers a request; with 204 until it is replaced. */
  answer: (response: ServerResponse, request: ReceivedRequest) => void;
  close(): Promise<void>;
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const requests: ReceivedRequest[] = [];
  const server = createServer((request, response) => void receive(request, response));
  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const received = { path: request.url ?? '', headers, body, event: eventSchema.parse(JSON.parse(body)) };
    requests.push(received);
    receiver.answer(response, received);
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = addressSchema.parse(server.address());
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${port}/`,
    requests,
    answer: (response) => void response.writeHead(204).end(),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}

/**
 * The process of a hostile network: its memory must not count as ours. It reports its port, and receives orders; each is
 * confirmed once it is in force.
 */
import { createServer } from 'node:http';
import { z } from 'zod';
import { behaviours } from './behaviours.ts';

const TOKEN_PATHS: readonly string[] = ['/api/v1/access_token', '/v2/oauth/token/'];
const token = JSON.stringify({ access_token: 'hostile-token', token_type: 'bearer', expires_in: 7200, scope: '*' });
const orderSchema = z.object({
  behaviour: z.string(),
  /** Whether the token is answered that way as well; else it is given. */
  isOfToken: z.boolean(),
  headers: z.record(z.string(), z.string()),
});

let order: z.infer<typeof orderSchema> = { behaviour: 'silence', isOfToken: false, headers: {} };
let requests = 0;

const server = createServer((request, response) => {
  requests += 1;
  response.on('error', () => undefined);
  request.socket.on('error', () => undefined);
  request.resume();
  if (!order.isOfToken && TOKEN_PATHS.includes(request.url ?? '')) {
    response.writeHead(200, { 'content-type': 'application/json' }).end(token);
    return;
  }
  for (const [name, value] of Object.entries(order.headers)) response.setHeader(name, value);
  behaviours.get(order.behaviour)?.(response, request);
});
// The parent counts requests; failures of this process do not matter.
server.on('clientError', (_, socket) => socket.destroy());
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'string' ? 0 : (address?.port ?? 0) });
});

process.on('message', (message) => {
  const before = requests;
  requests = 0;
  order = orderSchema.parse(message);
  behaviours.get(order.behaviour)?.prepare?.();
  process.send?.({ requests: before });
});
process.on('disconnect', () => process.exit());

/**
 * The simulated browser hands bodies to Node without their length, and Node announces none for DELETE, so
 * that the body would arrive as garbage after the request. Browsers send it properly; this makes Node do so.
 */
import { ClientRequest } from 'node:http';

Object.defineProperty(ClientRequest.prototype, 'useChunkedEncodingByDefault', {
  get: () => true,
  set: () => undefined,
  // Files that share a worker do it again.
  configurable: true,
});

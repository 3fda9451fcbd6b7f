/** A Fastify with nothing of ours: what benchmarks compare with. */
import { type FastifyInstance, fastify } from 'fastify';

export function createBareApp(): FastifyInstance {
  return fastify();
}

/**
 * The HTTP handler of the store's client, with answers that end: the library reads each to its end, however long it is, and stops
 * listening to the signal once an answer has begun. Any address can be entered as a store.
 */
import { addAbortSignal, pipeline, Readable, Transform } from 'node:stream';
import { NodeHttpHandler } from '@smithy/node-http-handler';

/** Answers to what is sent are an identifier, a list of parts or an error. */
const MAX_ANSWER_BYTES = 1024 * 1024;

/** The store answered with more than any answer holds. */
export class AnswerTooLong extends Error {}

export class BoundedHandler extends NodeHttpHandler {
  override async handle(...[request, options]: Parameters<NodeHttpHandler['handle']>) {
    const answered = await super.handle(request, options);
    const { response } = answered;
    if (response.body instanceof Readable) response.body = bounded(response.body, options?.abortSignal);
    return answered;
  }
}

function bounded(body: Readable, signal: unknown): Readable {
  let bytes = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length;
      if (bytes > MAX_ANSWER_BYTES) done(new AnswerTooLong('the answer is too long'));
      else done(null, chunk);
    },
  });
  if (signal instanceof AbortSignal) addAbortSignal(signal, counted);
  // Whoever reads the answer learns how it ended.
  pipeline(body, counted, () => undefined);
  return counted;
}

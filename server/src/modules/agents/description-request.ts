/** Messages that ask what there is: tools, resources, and the columns and filters of a table. Their answers never change. */
import { z } from 'zod';

const schema = z.looseObject({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.int()]),
  method: z.enum(['tools/list', 'resources/list', 'resources/templates/list', 'resources/read']),
});

export type DescriptionRequest = z.infer<typeof schema>;

/** The requested description; null: the message is another one. */
export function readDescriptionRequest(message: unknown): DescriptionRequest | null {
  const read = schema.safeParse(message);
  return read.success ? read.data : null;
}

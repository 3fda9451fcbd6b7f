/**
 * Messages from the process of an upload to the server. Only the server loads this file: the contract of reports would slow
 * down each start of a process.
 */
import { type ErrorCode, errorDefinitions } from '@leadloom/shared/contract/errors';
import { importPreviewSchema } from '@leadloom/shared/contract/import-uploads';
import { importReportSchema } from '@leadloom/shared/contract/tables';
import { z } from 'zod';
import * as mini from 'zod/mini';

const code = z.custom<ErrorCode>((value) => typeof value === 'string' && Object.hasOwn(errorDefinitions, value));

export const fromWorkerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('more') }),
  z.object({ kind: z.literal('progress'), rows: z.number() }),
  z.object({ kind: z.literal('done'), report: importReportSchema }),
  z.object({ kind: z.literal('previewed'), preview: mini.omit(importPreviewSchema, { name: true }) }),
  z.object({ kind: z.literal('refused'), code, message: z.string(), trace: z.string() }),
]);
export type FromWorker = z.infer<typeof fromWorkerSchema>;

/** Node's own modules are `undefined` there. */
const modules = z.array(z.unknown());
const watchReportSchema = z.union([z.object({ 'watch:import': modules }), z.object({ 'watch:require': modules })]);

/**
 * Whether a message is Node's own: under `node --watch`, each process reports the modules it loads, over the channel of our
 * messages.
 */
export function isWatchReport(message: unknown): boolean {
  return watchReportSchema.safeParse(message).success;
}

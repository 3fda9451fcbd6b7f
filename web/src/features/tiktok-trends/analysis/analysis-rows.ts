/**
 * The analyses as this screen reads them. A newer server may send states this page does not know, which are shown
 * as they are.
 */
import { analysisTaskSchema, getAnalysisStatus, listAnalyses } from '@leadloom/shared/contract/trends';
import * as z from 'zod/mini';

const readTaskSchema = z.extend(analysisTaskSchema, { status: z.string() });
export type ReadTask = z.infer<typeof readTaskSchema>;

export const readAnalysisStatus = {
  ...getAnalysisStatus,
  success: { ...getAnalysisStatus.success, body: readTaskSchema },
} as const;

export const readAnalyses = {
  ...listAnalyses,
  success: { ...listAnalyses.success, body: z.object({ data: z.array(readTaskSchema) }) },
} as const;

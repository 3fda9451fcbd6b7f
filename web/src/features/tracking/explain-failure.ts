/** Why a call about tracked names failed: the screen's text and, if there is one, the server's message. */
import { ApiError } from '../../lib/api-client/api-error.ts';

export interface FailureTexts {
  /** The server refused. */
  readonly refused: (status: number) => string;
  /** There was no response, or one that could not be read. */
  readonly other: string;
}

export interface Failure {
  readonly text: string;
  /** null: there is no more to say. */
  readonly reason: string | null;
}

export function explainFailure(error: unknown, { refused, other }: FailureTexts): Failure {
  if (!(error instanceof ApiError)) return { text: other, reason: null };
  const isAnswered = error.status !== 0 && (error.status < 200 || error.status > 299);
  return isAnswered ? { text: refused(error.status), reason: error.msg } : { text: other, reason: error.message };
}

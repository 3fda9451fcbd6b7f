/** Why a call about tracked names failed, in the words of its screen and, where there are any, the server's. */
import { ApiError } from '../api-client/api-error.ts';

export interface FailureTexts {
  /** The server answered, and not as it was hoped. */
  readonly refused: (status: number) => string;
  /** No answer, or one that could not be read. */
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

/** Database work with a time limit. It also ends when nobody waits for the result any longer. */
import { AppError } from '../http/app-error.ts';

/**
 * @param work must end when its signal is aborted, with the signal's reason
 * @throws {AppError} LIST.TOO_SLOW
 */
export async function within<Result>(
  milliseconds: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new AppError('LIST.TOO_SLOW')), milliseconds);
  try {
    return await work(signal === undefined ? limit.signal : AbortSignal.any([signal, limit.signal]));
  } finally {
    clearTimeout(timer);
  }
}

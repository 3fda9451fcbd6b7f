/** Work on the database that is not waited for longer than so, and not at all once nobody wants it. */
import { AppError } from '../../http/app-error.ts';

/**
 * @param work told to end by its signal, whose reason it should fail of
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

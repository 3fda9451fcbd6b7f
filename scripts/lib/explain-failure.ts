/** The message of a failed command: one line if the user can act on it, otherwise the stack in our code. */
import { ConfigError } from '../../server/src/config.ts';
import { AppError } from '../../server/src/http/app-error.ts';
import { classifyError } from '../../server/src/http/classify-error.ts';
import { StartError } from '../../server/src/process/start-error.ts';
import { UsageError } from './data/usage.ts';

/** @param command as it is typed, such as `pnpm data` */
export function explainFailure(error: unknown, command: string): string {
  if (error instanceof UsageError) return `${error.message} (${command} --help)`;
  if (error instanceof StartError || error instanceof ConfigError || isOfFile(error)) return error.message;
  const { code, message } = classifyError(error);
  // The detail has columns and options as they are typed.
  if (code !== 'SERVER.INTERNAL') return error instanceof AppError ? (error.detail ?? message) : message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** A file that cannot be read or written, or a full disk. */
function isOfFile(error: unknown): error is Error {
  if (!(error instanceof Error && 'code' in error)) return false;
  return error.code === 'ENOSPC' || ('syscall' in error && 'path' in error && error.syscall !== 'connect');
}

/**
 * Parses a response that should be JSON. First refuses HTML pages and excessive nesting, and replaces characters that the
 * database cannot store.
 */
import { repairJson, scanJson } from '../../http/json-text.ts';
import { SourceError } from '../source-error.ts';

/** A listing of 100 posts holds some 20,000 values, nested 12 deep. */
const LIMITS = { depth: 64, values: 200_000 } as const;

/** @param what names the request in messages @param parse parses the checked text @throws {SourceError} `failed` */
export function parseJsonAnswer(text: string, what: string, parse: (text: string) => unknown = JSON.parse): unknown {
  const unreadable = (reason: string, cause?: unknown) =>
    new SourceError('failed', `${what}: ${reason}`, { isOfNetwork: false, cause });
  if (isPage(text)) throw unreadable('responded with a page instead of JSON');
  const { exceeds, badEscapes } = scanJson(text, LIMITS);
  if (exceeds !== null)
    throw unreadable(exceeds === 'depth' ? 'the JSON is nested too deeply' : 'the JSON contains too many values');
  try {
    return parse(badEscapes.length === 0 ? text : repairJson(text, badEscapes));
  } catch (cause) {
    throw unreadable('the response is not JSON, or is truncated', cause);
  }
}

/** Whether a response is HTML or XML, whatever its content type. */
export function isPage(text: string): boolean {
  return /^\s*</.test(text);
}

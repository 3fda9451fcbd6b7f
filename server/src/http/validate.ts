/**
 * Validates a request against its endpoint definition. The result is the parsed input, or an error that names each
 * wrong part.
 */
import { amongNames } from '@leadloom/shared/contract/among-names';
import type { EndpointDefinition } from '@leadloom/shared/contract/endpoint';
import type { core } from 'zod';
import { AppError } from './app-error.ts';

type Place = 'path' | 'query' | 'body';

/** Errors that one response lists. */
const ERRORS_LIMIT = 20;
/** The caller chooses the names, so they may have any length. */
const NAME_LIMIT = 200;
/** Room for the names of all columns of a table. */
const DETAIL_LIMIT = 800;

/** @throws {AppError} REQUEST.INVALID */
export function validate(schema: EndpointDefinition['body'], value: unknown, place: Place): unknown {
  if (schema === undefined) return undefined;
  const parsed = schema.safeParse(value ?? {});
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues
    .flatMap((issue) => faultsOf(issue, place, value))
    .slice(0, ERRORS_LIMIT)
    .map(({ path, detail }) => ({ ...named(path, place), detail: detail.slice(0, DETAIL_LIMIT) }));
  const [first] = errors;
  const name = first?.parameter ?? first?.pointer ?? place;
  throw new AppError('REQUEST.INVALID', { message: `${name}: ${first?.detail ?? 'not valid'}`, errors });
}

/**
 * Unknown keys are one issue of their object; each is reported by its name. A value that is not among those of a list is
 * quoted, which zod's own message does not do.
 */
function faultsOf(
  issue: core.$ZodIssue,
  place: Place,
  value: unknown,
): { readonly path: readonly PropertyKey[]; readonly detail: string }[] {
  if (issue.code === 'invalid_value' && issue.message.startsWith('Invalid '))
    return [{ path: issue.path, detail: amongNames(issue.values.map(String))({ input: partOf(value, issue.path) }) }];
  if (issue.code !== 'unrecognized_keys') return [{ path: issue.path, detail: issue.message }];
  const detail = place === 'body' ? 'is not a known field.' : 'is not a parameter of this endpoint.';
  return issue.keys.map((key) => ({ path: [...issue.path, key], detail }));
}

function partOf(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (part, key) => (typeof part === 'object' && part !== null ? Reflect.get(part, key) : undefined),
    value,
  );
}

function named(path: readonly PropertyKey[], place: Place): { readonly pointer?: string; readonly parameter?: string } {
  const parts = path.map(String);
  if (place !== 'body') return { parameter: parts.join('.').slice(0, NAME_LIMIT) };
  return { pointer: `/${parts.map(escaped).join('/')}`.slice(0, NAME_LIMIT) };
}

/** A part of a JSON pointer, RFC 6901. */
function escaped(part: string): string {
  return part.replaceAll('~', '~0').replaceAll('/', '~1');
}

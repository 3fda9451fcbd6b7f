/** The filters of a request, in their normal form. */
import { FilterError, filterCondition, readWhere } from '@leadloom/shared/tables/conditions/filter-condition';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { WHERE_FILTER } from '@leadloom/shared/tables/filter-parameters';
import { normalFilters, ROW_IDS, type TableFilters, UPDATED_AFTER } from '@leadloom/shared/tables/filter-query';
import { AppError } from '../../../http/app-error.ts';

/**
 * The filters that a request names.
 * @param query parameters that passed the endpoint's schema
 * @param pointer to the filters in the request's body, as RFC 6901 writes it; null: they are parameters of its address
 * @throws {AppError} REQUEST.INVALID, which names a parameter that contradicts another, or the place where `where` cannot be read
 */
export function requestFilters(
  definition: TableDefinition,
  query: Readonly<Record<string, unknown>>,
  pointer: string | null = null,
): TableFilters {
  const { [UPDATED_AFTER]: updatedAfter, [ROW_IDS]: ids } = query;
  const filters = {
    ...normalFilters(definition, query),
    ...(typeof updatedAfter === 'string' ? { [UPDATED_AFTER]: updatedAfter } : {}),
    ...(Array.isArray(ids) ? { [ROW_IDS]: ids.map(String) } : {}),
  };
  return inRequest(() => inNormalForm(definition, filters), pointer);
}

/**
 * Reads filters of a request.
 * @param pointer to the filters in the request's body; null: they are parameters of its address
 * @throws {AppError} REQUEST.INVALID, which names the parameter, instead of a `FilterError`
 */
export function inRequest<Result>(read: () => Result, pointer: string | null = null): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof FilterError)) throw error;
    const { parameter, message: detail } = error;
    const place = pointer === null ? { parameter } : { pointer: `${pointer}/${parameter}` };
    throw new AppError('REQUEST.INVALID', { message: `${parameter}: ${detail}`, errors: [{ ...place, detail }] });
  }
}

/** Filters that mean the same are the same text, so that what is kept about one is found by the other. */
function inNormalForm(definition: TableDefinition, filters: TableFilters): TableFilters {
  const { [WHERE_FILTER]: where } = filters;
  const normal = typeof where === 'string' ? { ...filters, [WHERE_FILTER]: readWhere(definition, where).text } : filters;
  // Reading the condition finds parameters that contradict each other.
  if (Object.keys(normal).length > 0) filterCondition(definition, normal);
  return normal;
}

/** What is asked for, checked beyond the schemas of the contract. */
import type { EndpointRequest } from '@leadloom/shared/contract/endpoint';
import type { endpointsByName } from '@leadloom/shared/contract/tables';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { type Dimension, dimensionsOf } from '@leadloom/shared/tables/dimensions';
import { AppError } from '../../../http/app-error.ts';
import type { Measured } from './cells-by-rows.ts';

export type FacetsQuery = EndpointRequest<ReturnType<typeof endpointsByName>['facets']>['query'];
export type SummaryQuery = EndpointRequest<ReturnType<typeof endpointsByName>['summary']>['query'];

export interface FacetQuestion {
  readonly dimensions: readonly Dimension[];
  /** Narrows the values of the only dimension. */
  readonly containing?: string;
}

export interface SummaryQuestion {
  readonly dimensions: readonly Dimension[];
  readonly measured: Measured;
}

/** @throws {AppError} REQUEST.INVALID for `q` with several dimensions, or with numbers */
export function facetQuestion(definition: TableDefinition, { of, q }: Pick<FacetsQuery, 'of' | 'q'>): FacetQuestion {
  const dimensions = dimensionsNamed(definition, of);
  if (q === undefined || q === '') return { dimensions };
  if (dimensions.length > 1) refuse('q', 'narrows the values of one; send one of');
  if (dimensions[0]?.pieces.kind === 'numbers') refuse('q', `narrows texts, and ${dimensions[0].name} has numbers`);
  return { dimensions, containing: q };
}

/** @throws {AppError} REQUEST.INVALID where `of` is missing, or means nothing */
export function summaryQuestion(
  definition: TableDefinition,
  { by, measure = 'count', of }: Pick<SummaryQuery, 'by' | 'measure' | 'of'>,
): SummaryQuestion {
  if (measure === 'count' && of !== undefined) refuse('of', 'must be absent where rows are counted');
  if (measure !== 'count' && of === undefined) refuse('of', `is needed for ${measure}`);
  return { dimensions: dimensionsNamed(definition, by), measured: { measure, field: of ?? null } };
}

function dimensionsNamed(definition: TableDefinition, names: readonly string[]): readonly Dimension[] {
  const known = dimensionsOf(definition);
  return names.flatMap((name) => known.get(name) ?? []);
}

function refuse(parameter: string, detail: string): never {
  throw new AppError('REQUEST.INVALID', { message: `${parameter}: ${detail}`, errors: [{ parameter, detail }] });
}

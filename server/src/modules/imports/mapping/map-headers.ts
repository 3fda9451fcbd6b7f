/** Maps each header of a file to a column of the table, once it is sure that the operator's mapping names only what exists. */
import type { ContentCheck } from '@leadloom/shared/tables/choose-columns';
import { columnsByHeaders, type FileHeaders, type MappedHeaders } from '@leadloom/shared/tables/columns-by-headers';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { checkChoice, checkNamedHeaders } from './required-columns.ts';

/**
 * Maps a whole header line.
 * @param disagreementOf by default, cells contradict nothing
 * @throws {AppError} IMPORT.UNREADABLE if the mapping names what does not exist
 */
export function mapHeaders(definition: TableDefinition, file: FileHeaders, disagreementOf?: ContentCheck): MappedHeaders {
  checkChoice(definition, file.chosen);
  checkNamedHeaders(file.headers, file.chosen);
  return columnsByHeaders(definition, file, disagreementOf);
}

/** What conditions on a table's rows can be about, in words. Pure. */
import { searchedColumns } from '@leadloom/shared/tables/conditions/where-condition';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { linkNames } from '@leadloom/shared/tables/linked-tables';
import type { Subject } from './condition-terms.ts';

export interface NamedSubject {
  readonly subject: Subject;
  readonly name: string;
}

/**
 * The columns first, in the order of the table, those that are only stored too.
 * @param isLinked the rows are those of a link: there are no lists, tags and further links
 */
export function subjectsOf(definition: TableDefinition, isLinked: boolean): readonly NamedSubject[] {
  const columns = definition.columns.map(
    ({ field, headerName }): NamedSubject => ({ subject: `column:${field}`, name: headerName }),
  );
  const search: readonly NamedSubject[] = searchedColumns(definition) === null ? [] : [{ subject: 'search', name: 'Search' }];
  if (isLinked) return [...columns, ...search];
  const links = linkNames(definition).map(
    (link): NamedSubject => ({ subject: `link:${link}`, name: `Rows whose ${link.replaceAll('_', ' ')} …` }),
  );
  return [...columns, ...search, { subject: 'list', name: 'List' }, { subject: 'tag', name: 'My tags' }, ...links];
}

/** Questions in words, for their chips. Pure. */
import { filterCondition } from '@leadloom/shared/tables/conditions/filter-condition';
import { sentence } from '@leadloom/shared/tables/conditions/sentence';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { ANY_LINKED, WHERE_FILTER } from '@leadloom/shared/tables/filter-parameters';
import type { TableFilters } from '@leadloom/shared/tables/filter-query';
import { linkedTable } from '@leadloom/shared/tables/linked-tables';
import { cellFormat } from '../../../components/data-grid/body/cell-format.ts';

/** null: the expression cannot be read. */
export function whereWords(definition: TableDefinition, where: string): string | null {
  return wordsOf(definition, { [WHERE_FILTER]: where });
}

/** What the rows of a link must be; null: it cannot be read. */
function linkedWords(definition: TableDefinition, link: string, filters: TableFilters): string | null {
  const linked = linkedTable(definition, link);
  if (linked === null) return null;
  const prefix = `${link}.`;
  const own = Object.entries(filters).flatMap(([name, value]) =>
    name.startsWith(prefix) ? [[name.slice(prefix.length), value] as const] : [],
  );
  const asked = Object.fromEntries(own.filter(([name]) => name !== ANY_LINKED));
  const any = filters[`${prefix}${ANY_LINKED}`];
  const parts = [
    ...(any === undefined ? [] : [any === 'false' ? 'none' : 'at least one']),
    ...(Object.keys(asked).length === 0 ? [] : [wordsOf(linked, asked)]),
  ];
  return parts.includes(null) ? null : parts.join(', ');
}

/** Both, for those who load this file when they need it. */
export const questionWords = { whereWords, linkedWords };

function wordsOf(definition: TableDefinition, filters: TableFilters): string | null {
  try {
    const condition = filterCondition(definition, filters);
    return sentence(definition, condition, { links: (link) => linkedTable(definition, link), day: cellFormat.day });
  } catch {
    // The server refuses it, and says why; the chip shows it as it was written.
    return null;
  }
}

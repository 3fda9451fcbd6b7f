import { COLLECTED_PEOPLE, type MyTable } from '@leadloom/shared/contract/my-rows';
import { formatCount } from '../format-count.ts';

/** How many rows of a table, in words. */
export function rowWords(table: MyTable, count: number): string {
  const [one, several] = table === COLLECTED_PEOPLE ? ['person', 'people'] : ['row', 'rows'];
  return `${formatCount(count)} ${count === 1 ? one : several}`;
}

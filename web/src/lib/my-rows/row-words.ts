import { COLLECTED_PEOPLE } from '@leadloom/shared/contract/my-rows';
import { formatCount } from '../format-count.ts';

/** How many rows of a table, in words. @param table its name */
export function rowWords(table: string, count: number): string {
  const [one, several] = table === COLLECTED_PEOPLE ? ['person', 'people'] : ['row', 'rows'];
  return `${formatCount(count)} ${count === 1 ? one : several}`;
}

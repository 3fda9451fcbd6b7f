/** Numbers of records as sentences have them. */
import { formatCount } from './format-count.ts';

export function records(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'record' : 'records'}`;
}

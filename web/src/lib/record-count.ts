/** Numbers of records as sentences have them. */
import { once } from './once.ts';

const numberFormat = once(() => new Intl.NumberFormat());

export function records(count: number): string {
  return `${numberFormat().format(count)} ${count === 1 ? 'record' : 'records'}`;
}

/** Numbers of records as sentences have them. */
const numberFormat = new Intl.NumberFormat();

export function records(count: number): string {
  return `${numberFormat.format(count)} ${count === 1 ? 'record' : 'records'}`;
}

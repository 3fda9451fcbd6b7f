/**
 * How the file of a table's rows is called, wherever it is named.
 * @param day digits as `20260331`; `YYYYMMDD` where the name is only described
 */
export function exportFileName(title: string, day: string): string {
  return `${title.toLowerCase()}_export_${day}.csv`;
}

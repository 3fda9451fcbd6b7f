/** Reads CSV independently of the server's code, so that a mistake there shows here. */
export function parseCsv(text: string): readonly (readonly string[])[] {
  const records: string[][] = [];
  let record: string[] = [];
  let cell = '';
  let isQuoted = false;
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text;
  for (let at = 0; at < source.length; at += 1) {
    const letter = source[at] ?? '';
    if (letter === '"' && isQuoted && source[at + 1] === '"') {
      cell += letter;
      at += 1;
    } else if (letter === '"') {
      isQuoted = !isQuoted;
    } else if (!isQuoted && (letter === ',' || letter === '\n')) {
      record.push(cell);
      cell = '';
      if (letter === '\n') {
        records.push(record);
        record = [];
      }
    } else if (isQuoted || letter !== '\r') {
      cell += letter;
    }
  }
  return record.length > 0 || cell !== '' ? [...records, [...record, cell]] : records;
}

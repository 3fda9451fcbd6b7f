/** A large file as people send it: windows-1252, semicolons, mixed dates, ranges, cells that say nothing, and rows that come twice. */

const header = 'Firma;Web;Wo;Land;Umsatz;Mitarbeiter;Last round date;Vorname;Nachname;Interne Notiz';

export interface MessyCounts {
  readonly lines: number;
  /** Each tenth line is the line before it again. */
  readonly twice: number;
  /** Lines without a name. */
  readonly nameless: number;
  /** Lines whose revenue is "geheim". */
  readonly secretRevenue: number;
  /** Lines whose day is "bald". */
  readonly unreadableDay: number;
}

/** What a file of so many lines holds. @param lines thousands, an even number of them */
export function countMessyCsv(lines: number): MessyCounts {
  return { lines, twice: lines / 10, nameless: lines / 2_000, secretRevenue: lines / 1_000, unreadableDay: lines / 1_000 };
}

/** One character a byte. */
export function writeMessyCsv({ lines: count }: MessyCounts): string {
  const lines = [header];
  for (let line = 1; line <= count; line += 1) lines.push(lineOf(line % 10 === 0 ? line - 1 : line));
  return `${lines.join('\r\n')}\r\n`;
}

function lineOf(line: number): string {
  const name = line % 2_000 === 3 ? '' : `Bäckerei Nr ${line} GmbH`;
  const revenue = line % 1_000 === 1 ? 'geheim' : `${(line % 900) + 1},5`;
  const day = line % 1_000 === 5 ? 'bald' : line % 2 === 0 ? '2023-05-17' : '28/05/2023';
  const staff = line % 3 === 0 ? '11-50' : `${(line % 700) + 2}`;
  return [name, `https://loaf-${line}.example`, 'Köln', 'Germany', revenue, staff, day, 'Zoë', 'Müller', 'x'].join(';');
}

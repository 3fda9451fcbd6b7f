/** A large file as people send it: windows-1252, semicolons, mixed dates, ranges, cells that say nothing, and rows that come twice. */

/** This is more than is merged into the table itself: a shadow table takes its place. Larger files are a matter of benchmarks. */
const LINES = 24_000;
const header = 'Firma;Web;Wo;Land;Umsatz;Mitarbeiter;Last round date;Vorname;Nachname;Interne Notiz';

export const messyCsv = {
  lines: LINES,
  /** Each tenth line is the line before it again. */
  twice: LINES / 10,
  /** Lines without a name. */
  nameless: LINES / 2_000,
  /** Lines whose revenue is "geheim". */
  secretRevenue: LINES / 1_000,
  /** Lines whose day is "bald". */
  unreadableDay: LINES / 1_000,
} as const;

/** One character a byte. */
export function writeMessyCsv(): string {
  const lines = [header];
  for (let line = 1; line <= LINES; line += 1) lines.push(lineOf(line % 10 === 0 ? line - 1 : line));
  return `${lines.join('\r\n')}\r\n`;
}

function lineOf(line: number): string {
  const name = line % 2_000 === 3 ? '' : `Bäckerei Nr ${line} GmbH`;
  const revenue = line % 1_000 === 1 ? 'geheim' : `${(line % 900) + 1},5`;
  const day = line % 1_000 === 5 ? 'bald' : line % 2 === 0 ? '2023-05-17' : '28/05/2023';
  const staff = line % 3 === 0 ? '11-50' : `${(line % 700) + 2}`;
  return [name, `https://loaf-${line}.example`, 'Köln', 'Germany', revenue, staff, day, 'Zoë', 'Müller', 'x'].join(';');
}

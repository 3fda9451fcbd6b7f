/** Files of lists for tests: archives and workbooks, whole and made wrong. */
import { strToU8, type Zippable, zipSync } from 'fflate';

const RELATED = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

export type Bytes = Uint8Array<ArrayBuffer>;

/** Each file's content as text or bytes. */
export function zipFile(files: Readonly<Record<string, string | Uint8Array>>): Bytes {
  const content: Zippable = Object.fromEntries(
    Object.entries(files).map(([name, each]) => [name, typeof each === 'string' ? strToU8(each) : each]),
  );
  return Uint8Array.from(zipSync(content));
}

interface TestSheet {
  readonly name: string;
  /** Texts of cells, or the inside of `sheetData`. */
  readonly rows: string | readonly (readonly string[])[];
  readonly below?: string;
  /** Id → address. */
  readonly links?: Readonly<Record<string, string>>;
}

/** @param more parts besides, which replace those of the same name */
export function workbookFile(sheets: readonly TestSheet[], more: Readonly<Record<string, string>> = {}): Bytes {
  const parts = sheets.flatMap(({ rows, below = '', links = {} }, at) => [
    [
      `xl/worksheets/sheet${at + 1}.xml`,
      `<worksheet xmlns:r="${RELATED}"><sheetData>${typeof rows === 'string' ? rows : rowsXml(rows)}</sheetData>${below}</worksheet>`,
    ],
    [
      `xl/worksheets/_rels/sheet${at + 1}.xml.rels`,
      relationships(Object.entries(links).map(([id, target]) => [id, 'hyperlink', target])),
    ],
  ]);
  const names = sheets.map(({ name }, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="r${at}"/>`);
  return zipFile({
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': relationships([['a', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `<workbook xmlns:r="${RELATED}"><sheets>${names.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships(sheets.map((_, at) => [`r${at}`, 'worksheet', `worksheets/sheet${at + 1}.xml`])),
    ...Object.fromEntries(parts),
    ...more,
  });
}

/** The archive with other numbers in each entry of its directory, at these places of the entry. */
export function withClaims(archive: Bytes, claims: Readonly<Record<number, number>>): Bytes {
  const changed = Uint8Array.from(archive);
  const view = new DataView(changed.buffer);
  for (let at = 0; at + 46 <= changed.length; at += 1)
    if (view.getUint32(at, true) === 0x02014b50)
      for (const [place, value] of Object.entries(claims))
        if (Number(place) < 16) view.setUint16(at + Number(place), value, true);
        else view.setUint32(at + Number(place), value, true);
  return changed;
}

function rowsXml(rows: readonly (readonly string[])[]): string {
  const cells = (row: readonly string[]) => row.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('');
  return rows.map((row) => `<row>${cells(row)}</row>`).join('');
}

function relationships(all: readonly (readonly string[])[]): string {
  const each = all.map(([id, type, target]) => `<Relationship Id="${id}" Type="${RELATED}/${type}" Target="${target}"/>`);
  return `<Relationships>${each.join('')}</Relationships>`;
}

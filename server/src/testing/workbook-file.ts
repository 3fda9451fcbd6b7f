/** Excel workbooks of tests, written by hand: sheets as XML, so that each form of a cell can be met. */
import { type ZipEntry, zipOf } from './zip-file.ts';

interface WorkbookSheet {
  readonly name: string;
  /** The inside of `sheetData`, or cells: a text is stored in its cell, a number as one. */
  readonly rows: string | readonly (readonly (string | number)[])[];
  /** What stands below the rows. */
  readonly below?: string;
  /** Id of a relationship → address. */
  readonly links?: Readonly<Record<string, string>>;
  readonly state?: 'hidden';
}

export interface Workbook {
  readonly sheets: readonly WorkbookSheet[];
  /** The inside of `sst`. */
  readonly strings?: string;
  /** Codes of the formats that cells name as their styles 1, 2 and so on. */
  readonly formats?: readonly string[];
  readonly is1904?: boolean;
}

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

export function workbookOf(workbook: Workbook): Buffer {
  return zipOf(workbookEntries(workbook));
}

export function workbookEntries({ sheets, strings, formats = [], is1904 = false }: Workbook): readonly ZipEntry[] {
  const parts = [
    ...sheets.map((_, index) => ['worksheet', `worksheets/sheet${index + 1}.xml`]),
    ['styles', 'styles.xml'],
    ...(strings === undefined ? [] : [['sharedStrings', 'sharedStrings.xml']]),
  ];
  const list = sheets.map(
    ({ name, state }, index) =>
      `<sheet name="${escaped(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"${state === undefined ? '' : ` state="${state}"`}/>`,
  );
  const codes = formats.map((code, index) => `<numFmt numFmtId="${200 + index}" formatCode="${escaped(code)}"/>`);
  const styles = formats.map((_, index) => `<xf numFmtId="${200 + index}"/>`);
  return [
    { name: '[Content_Types].xml', content: '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>' },
    { name: '_rels/.rels', content: related([['officeDocument', 'xl/workbook.xml']]) },
    {
      name: 'xl/workbook.xml',
      content: `<workbook ${MAIN} xmlns:r="${RELATIONSHIPS}"><workbookPr${is1904 ? ' date1904="1"' : ''}/><sheets>${list.join('')}</sheets></workbook>`,
    },
    { name: 'xl/_rels/workbook.xml.rels', content: related(parts) },
    {
      name: 'xl/styles.xml',
      content: `<styleSheet ${MAIN}><numFmts>${codes.join('')}</numFmts><cellXfs><xf numFmtId="0"/>${styles.join('')}</cellXfs></styleSheet>`,
    },
    ...(strings === undefined ? [] : [{ name: 'xl/sharedStrings.xml', content: `<sst ${MAIN}>${strings}</sst>` }]),
    ...sheets.flatMap(({ rows, below = '', links = {} }, index) => [
      {
        name: `xl/worksheets/sheet${index + 1}.xml`,
        content: `<?xml version="1.0"?>\n<worksheet ${MAIN} xmlns:r="${RELATIONSHIPS}"><sheetData>${typeof rows === 'string' ? rows : rowsXml(rows)}</sheetData>${below}</worksheet>`,
      },
      {
        name: `xl/worksheets/_rels/sheet${index + 1}.xml.rels`,
        content: `<Relationships>${Object.entries(links)
          .map(
            ([id, target]) =>
              `<Relationship Id="${id}" Type="${RELATIONSHIPS}/hyperlink" Target="${escaped(target)}" TargetMode="External"/>`,
          )
          .join('')}</Relationships>`,
      },
    ]),
  ];
}

function related(parts: readonly (readonly string[])[]): string {
  const each = parts.map(
    ([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${RELATIONSHIPS}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${each.join('')}</Relationships>`;
}

function rowsXml(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((cells) => `<row>${cells.map(cellXml).join('')}</row>`).join('');
}

function cellXml(cell: string | number): string {
  return typeof cell === 'number' ? `<c><v>${cell}</v></c>` : `<c t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

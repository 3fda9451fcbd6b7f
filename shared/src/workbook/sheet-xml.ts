/**
 * The XML of a sheet, in pieces that are written one after the other: its beginning with the header, each row, and its end.
 * The header is frozen and has a filter. The parts of the workbook around the sheets come last, because only then their
 * number and sizes are known. Pure.
 */
import { cellStyles, cellXml, escapedText, textCellXml, type WorkbookCellKind } from './cell-xml.ts';

export interface WorkbookColumn {
  readonly header: string;
  readonly kind: WorkbookCellKind;
}

/** A sheet that was written. */
export interface WrittenSheet {
  readonly name: string;
  readonly columns: readonly WorkbookColumn[];
  /** The header included. */
  readonly rowCount: number;
}

/** A file in the archive that a workbook is. */
export interface WorkbookPart {
  readonly path: string;
  readonly xml: string;
}

/** Rows of a sheet, the header included, as spreadsheet programs have it. */
export const MAX_SHEET_ROWS = 1_048_576;

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const DOCUMENT_RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE_RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const CONTENT_TYPES = 'http://schemas.openxmlformats.org/package/2006/content-types';
const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
/** Characters of a sheet's name, and those that it may not have. */
const MAX_NAME = 31;
const NOT_IN_NAMES = /[[\]:*?/\\]|^'|'$/g;
/** In characters of the usual font. */
const widths = { text: 24, number: 12, boolean: 9, date: 12, time: 20 } as const satisfies Record<WorkbookCellKind, number>;

/** @param index from 0: `A`, `B`, … `Z`, `AA` */
export function columnName(index: number): string {
  const before = Math.floor(index / 26);
  return `${before === 0 ? '' : columnName(before - 1)}${String.fromCharCode(65 + (index % 26))}`;
}

/** @param number of the sheet in its workbook, from 1 */
export function sheetName(title: string, number: number): string {
  const ending = number === 1 ? '' : ` ${number}`;
  return `${title
    .replace(NOT_IN_NAMES, ' ')
    .trim()
    .slice(0, MAX_NAME - ending.length)}${ending}`;
}

export function sheetPath(number: number): string {
  return `xl/worksheets/sheet${number}.xml`;
}

/** Everything up to the end of the header. */
export function sheetStart(columns: readonly WorkbookColumn[]): string {
  const cols = columns.map(({ kind }, at) => `<col min="${at + 1}" max="${at + 1}" width="${widths[kind]}" customWidth="1"/>`);
  const header = columns.map(({ header: text }, at) => textCellXml(`${columnName(at)}1`, text, cellStyles.header));
  return `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${cols.join('')}</cols><sheetData><row r="1">${header.join('')}</row>`;
}

/** Writes rows of one sheet. @param columns with their cells in the same order */
export function createRowWriter(columns: readonly WorkbookColumn[]): (row: number, cells: readonly (string | null)[]) => string {
  const places = columns.map(({ kind }, at) => ({ name: columnName(at), kind }));
  return (row, cells) => {
    let xml = `<row r="${row}">`;
    let at = 0;
    for (const { name, kind } of places) {
      xml += cellXml(name + row, kind, cells[at] ?? null);
      at += 1;
    }
    return `${xml}</row>`;
  };
}

export function sheetEnd(sheet: Omit<WrittenSheet, 'name'>): string {
  return `</sheetData><autoFilter ref="${filteredCells(sheet, '')}"/></worksheet>`;
}

/** What stands before the sheets: programs that look at the beginning of a file know a workbook by it. */
export function partsBeforeSheets(): readonly WorkbookPart[] {
  const office = `<Relationship Id="rId1" Type="${DOCUMENT_RELATIONS}/officeDocument" Target="xl/workbook.xml"/>`;
  return [
    { path: '_rels/.rels', xml: `${DECLARATION}<Relationships xmlns="${PACKAGE_RELATIONS}">${office}</Relationships>` },
    { path: 'xl/styles.xml', xml: stylesXml() },
  ];
}

export function partsAfterSheets(sheets: readonly WrittenSheet[]): readonly WorkbookPart[] {
  const ids = sheets.map((_, at) => `rId${at + 2}`);
  const entries = sheets.map(({ name }, at) => `<sheet name="${attribute(name)}" sheetId="${at + 1}" r:id="${ids[at]}"/>`);
  // Excel looks for the filter's cells under this name.
  const filters = sheets.map(
    (sheet, at) =>
      `<definedName name="_xlnm._FilterDatabase" localSheetId="${at}" hidden="1">'${escapedText(sheet.name.replaceAll("'", "''"))}'!${filteredCells(sheet, '$')}</definedName>`,
  );
  const relations = sheets.map(
    (_, at) =>
      `<Relationship Id="${ids[at]}" Type="${DOCUMENT_RELATIONS}/worksheet" Target="${sheetPath(at + 1).replace('xl/', '')}"/>`,
  );
  const types = sheets.map((_, at) => `<Override PartName="/${sheetPath(at + 1)}" ContentType="${SPREADSHEET}.worksheet+xml"/>`);
  return [
    {
      path: 'xl/workbook.xml',
      xml: `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT_RELATIONS}"><sheets>${entries.join('')}</sheets><definedNames>${filters.join('')}</definedNames></workbook>`,
    },
    {
      path: 'xl/_rels/workbook.xml.rels',
      xml: `${DECLARATION}<Relationships xmlns="${PACKAGE_RELATIONS}"><Relationship Id="rId1" Type="${DOCUMENT_RELATIONS}/styles" Target="styles.xml"/>${relations.join('')}</Relationships>`,
    },
    {
      path: '[Content_Types].xml',
      xml: `${DECLARATION}<Types xmlns="${CONTENT_TYPES}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SPREADSHEET}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${SPREADSHEET}.styles+xml"/>${types.join('')}</Types>`,
    },
  ];
}

/** Styles in the order of `cellStyles`. Cells of texts are formatted as text, so one that is edited stays text, too. */
function stylesXml(): string {
  const formats =
    '<numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/>';
  const fonts = '<font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font>';
  const style = (format: number, font = 0) =>
    `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0"${format === 0 ? '' : ' applyNumberFormat="1"'}${font === 0 ? '' : ' applyFont="1"'}/>`;
  const cells = [style(0), style(49), style(164), style(165), style(49, 1)];
  return `${DECLARATION}<styleSheet xmlns="${MAIN}"><numFmts count="2">${formats}</numFmts><fonts count="2">${fonts}</fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${cells.length}">${cells.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
}

function filteredCells({ columns, rowCount }: Omit<WrittenSheet, 'name'>, fixed: '' | '$'): string {
  return `${fixed}A${fixed}1:${fixed}${columnName(columns.length - 1)}${fixed}${rowCount}`;
}

function attribute(text: string): string {
  return escapedText(text).replaceAll('"', '&quot;');
}

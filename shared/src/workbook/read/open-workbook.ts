/**
 * An Excel workbook in an archive: its sheets, and the rows of one. Of its parts, only those are read that rows need: never
 * macros, pictures, or anything outside of the file.
 */
import { quoted } from '../../domain/cell-problem.ts';
import { UnreadableContent } from '../../domain/unreadable-content.ts';
import type { TextArchive } from './archive-rules.ts';
import { readCellStyles } from './cell-styles.ts';
import { noStrings, readSharedStrings } from './shared-strings.ts';
import { readSheetExtras } from './sheet-extras.ts';
import { readSheetRows, type SheetRow } from './sheet-rows.ts';
import { type Attributes, broken, createXmlReader } from './xml-reader.ts';

const MEGABYTE = 1024 * 1024;
/** Of parts that name others, decompressed. */
const PART_BYTES = 64 * MEGABYTE;
const SHEET_BYTES = 4096 * MEGABYTE;
const STRINGS_BYTES = 1024 * MEGABYTE;
const SHEETS_LIMIT = 1_000;
/** Rows that make a table: a header and one more. */
const TABLE_ROWS = 2;
const NAMED = 20;

interface OpenedWorkbook {
  readonly sheets: readonly string[];
  readonly sheet: string;
  readonly rows: AsyncIterable<readonly SheetRow[]>;
}

interface Relationship {
  readonly type: string;
  readonly target: string;
  readonly isExternal: boolean;
}

interface Sheet {
  readonly name: string;
  readonly isHidden: boolean;
  readonly part: string;
}

/** The main part of the workbook that an archive is; null: it is none. @throws {UnreadableContent} */
export async function findWorkbook(archive: TextArchive): Promise<string | null> {
  if (archive.find('[Content_Types].xml') === null) {
    if (archive.find('content.xml') !== null && archive.find('mimetype') !== null)
      throw new UnreadableContent('it is an OpenDocument file; save it as .xlsx or CSV');
    return null;
  }
  const roots = await readRelationships(archive, '_rels/.rels', '');
  const root = [...roots.values()].find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml';
  if (/\.bin$/i.test(root)) throw new UnreadableContent('it is a binary workbook (.xlsb); save it as .xlsx');
  if (/^(?:word|ppt)\//i.test(root))
    throw new UnreadableContent('it is a document without sheets; save its table as .xlsx or CSV');
  if (archive.find(root) === null) throw broken();
  return root;
}

/**
 * @param part as `findWorkbook` has it
 * @param chosen name of a sheet; null: the first that holds a table
 * @throws {UnreadableContent}
 */
export async function openWorkbook(archive: TextArchive, part: string, chosen: string | null): Promise<OpenedWorkbook> {
  const related = await readRelationships(archive, relationshipsOf(part), folderOf(part));
  const { sheets, is1904 } = await readSheets(archive, part, related);
  const names = sheets.map(({ name }) => name);
  const named = (type: string) => [...related.values()].find((found) => found.type === type && !found.isExternal)?.target;
  const [stringsPart, stylesPart] = [named('sharedStrings'), named('styles')];
  const styles = stylesPart === undefined ? [] : await readCellStyles(textOf(archive, stylesPart));
  const strings = stringsPart === undefined ? noStrings : await readSharedStrings(textOf(archive, stringsPart, STRINGS_BYTES));
  const noExtras = { merged: new Map(), links: new Map() };
  const plain = { strings, styles, is1904, extras: noExtras };
  const sheet = chosen === null ? await firstTable() : sheets.find(({ name }) => name === chosen);
  if (sheet === undefined)
    throw new UnreadableContent(`it has no sheet ${quoted(chosen ?? '')}; its sheets are ${listed(names)}`);
  return { sheets: names, sheet: sheet.name, rows: rowsOf(sheet) };

  async function firstTable(): Promise<Sheet | undefined> {
    let filled: Sheet | undefined;
    for (const candidate of sheets.filter(({ isHidden }) => !isHidden)) {
      let rows = 0;
      for await (const batch of readSheetRows(sheetText(candidate), plain)) {
        rows += batch.length;
        if (rows >= TABLE_ROWS) return candidate;
      }
      if (rows > 0) filled ??= candidate;
    }
    return filled ?? sheets.find(({ isHidden }) => !isHidden) ?? sheets[0];
  }

  async function* rowsOf(sheet: Sheet): AsyncGenerator<readonly SheetRow[]> {
    const targets = new Map<string, string>();
    for (const [id, { type, target }] of await readRelationships(archive, relationshipsOf(sheet.part), null))
      if (type === 'hyperlink') targets.set(id, target);
    const extras = await readSheetExtras(sheetText(sheet), targets);
    yield* readSheetRows(sheetText(sheet), { ...plain, extras });
  }

  function sheetText({ part: sheetPart }: Sheet): AsyncIterable<string> {
    return textOf(archive, sheetPart, SHEET_BYTES);
  }
}

async function readSheets(archive: TextArchive, part: string, related: ReadonlyMap<string, Relationship>) {
  const sheets: Sheet[] = [];
  let is1904 = false;
  let isWorkbook = false;
  await readXml(textOf(archive, part), (name, attributes) => {
    if (name === 'workbook') isWorkbook = true;
    if (name === 'workbookPr') is1904 = ['1', 'true', 'on'].includes(attributes.date1904 ?? '');
    if (name !== 'sheet') return;
    if (sheets.length === SHEETS_LIMIT)
      throw new UnreadableContent(`it has more than ${SHEETS_LIMIT.toLocaleString('en')} sheets`);
    const found = related.get(idIn(attributes) ?? '');
    // Sheets of charts and macros have other types.
    if (found?.type !== 'worksheet' || found.isExternal || attributes.name === undefined) return;
    const isHidden = attributes.state === 'hidden' || attributes.state === 'veryHidden';
    sheets.push({ name: attributes.name, isHidden, part: found.target });
  });
  if (!isWorkbook) throw broken();
  if (sheets.length === 0) throw new UnreadableContent('its workbook has no sheet with rows');
  return { sheets, is1904 };
}

/** By their ids. @param folder that targets are relative to; null: they are addresses */
async function readRelationships(archive: TextArchive, part: string, folder: string | null): Promise<Map<string, Relationship>> {
  const related = new Map<string, Relationship>();
  if (archive.find(part) === null) return related;
  await readXml(textOf(archive, part), (name, { Id, Type = '', Target, TargetMode }) => {
    if (name !== 'Relationship' || Id === undefined || Target === undefined) return;
    const target = folder === null ? Target : partName(folder, Target);
    related.set(Id, { type: Type.slice(Type.lastIndexOf('/') + 1), target, isExternal: TargetMode === 'External' });
  });
  return related;
}

async function readXml(xml: AsyncIterable<string>, onOpen: (name: string, attributes: Attributes) => void): Promise<void> {
  const reader = createXmlReader({ onOpen });
  for await (const chunk of xml) reader.write(chunk);
  reader.end();
}

function textOf(archive: TextArchive, part: string, maxBytes = PART_BYTES): AsyncIterable<string> {
  if (archive.find(part) === null) throw broken();
  return archive.text(part, maxBytes);
}

function idIn(attributes: Attributes): string | undefined {
  return Object.entries(attributes).find(([name]) => name === 'id' || name.endsWith(':id'))?.[1];
}

/** `xl/workbook.xml` → `xl/_rels/workbook.xml.rels` */
function relationshipsOf(part: string): string {
  const folder = folderOf(part);
  return `${folder}_rels/${part.slice(folder.length)}.rels`;
}

function folderOf(part: string): string {
  return part.slice(0, part.lastIndexOf('/') + 1);
}

/** The name of a part in the archive; it never leads outside. */
function partName(folder: string, target: string): string {
  try {
    return decodeURIComponent(new URL(target, `file:///${folder}`).pathname.slice(1));
  } catch {
    return target;
  }
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, NAMED).map(quoted).join(', ');
  return names.length > NAMED ? `${shown} and ${names.length - NAMED} more` : shown;
}

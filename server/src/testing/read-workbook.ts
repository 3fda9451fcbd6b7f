/**
 * Reads a workbook as strictly as the strictest program: all parts have a content type, all relationships lead to a part, all
 * XML is well-formed, and cells stand in order. Knows nothing of how the workbook was written.
 */
import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { unzipSync } from 'fflate';
import { SaxesParser, type SaxesTagPlain } from 'saxes';

/** Days and moments are dates. */
type ReadCell = string | number | boolean | Date | null;

export interface ReadSheet {
  readonly name: string;
  /** The header included; each up to its last cell. */
  readonly rows: readonly (readonly ReadCell[])[];
  /** Rows that stay in sight. */
  readonly frozenRows: number;
  /** Such as `A1:C3`. */
  readonly filter: string | null;
  readonly formulas: number;
}

type Element = Readonly<SaxesTagPlain> & { readonly text: string };

export function readWorkbook(bytes: Uint8Array): readonly ReadSheet[] {
  const parts = new Map(Object.entries(unzipSync(bytes)).map(([path, content]) => [path, Buffer.from(content).toString('utf8')]));
  const types = elements(parts, '[Content_Types].xml');
  const defaults = new Set(types.filter(({ name }) => name === 'Default').map(({ attributes }) => attributes.Extension));
  const overrides = new Map(
    types.filter(({ name }) => name === 'Override').map(({ attributes }) => [attributes.PartName, attributes.ContentType]),
  );
  for (const name of overrides.keys()) assert.ok(parts.has(String(name).slice(1)), `${name} has a type and is missing`);
  for (const path of parts.keys())
    assert.ok(overrides.has(`/${path}`) || defaults.has(path.split('.').at(-1)) || path === '[Content_Types].xml');
  const [root] = relationships(parts, '');
  assert.equal(root?.target, 'xl/workbook.xml');
  assert.match(overrides.get('/xl/workbook.xml') ?? '', /sheet\.main\+xml$/);
  const related = relationships(parts, 'xl/workbook.xml');
  const styles = related.find(({ type }) => type === 'styles');
  const dates = dateStyles(parts, styles?.target ?? '');
  return elements(parts, 'xl/workbook.xml')
    .filter(({ name }) => name === 'sheet')
    .map(({ attributes }) => {
      const sheet = related.find(({ id }) => id === attributes['r:id']);
      assert.equal(sheet?.type, 'worksheet');
      assert.match(overrides.get(`/${sheet.target}`) ?? '', /worksheet\+xml$/);
      const name = attributes.name ?? '';
      assert.ok(name.length > 0 && name.length <= 31 && !/[[\]:*?/\\]/.test(name));
      return { name, ...readSheet(parts, sheet.target, dates) };
    });
}

function relationships(parts: ReadonlyMap<string, string>, part: string) {
  const folder = posix.dirname(part);
  const path = posix.join(folder, '_rels', `${posix.basename(part)}.rels`);
  const found = elements(parts, path).filter(({ name }) => name === 'Relationship');
  assert.equal(new Set(found.map(({ attributes }) => attributes.Id)).size, found.length);
  return found.map(({ attributes: { Id: id = '', Type = '', Target = '' } }) => {
    const target = posix.join(folder, Target);
    assert.ok(parts.has(target), `${target} is missing`);
    return { id, type: posix.basename(Type), target };
  });
}

/** Whether cells of each style show days or moments. */
function dateStyles(parts: ReadonlyMap<string, string>, path: string): readonly boolean[] {
  const all = elements(parts, path);
  const formats = new Map(
    all.filter(({ name }) => name === 'numFmt').map(({ attributes }) => [attributes.numFmtId, attributes.formatCode ?? '']),
  );
  const start = all.findIndex(({ name }) => name === 'cellXfs');
  const end = all.findIndex(({ name }) => name === 'cellStyles');
  // Elements end before those around them.
  const before = all.findIndex(({ name }) => name === 'cellStyleXfs');
  const cells = all.slice(before + 1, end).filter(({ name }) => name === 'xf');
  assert.equal(all[start]?.attributes.count, String(cells.length));
  return cells.map(({ attributes }) => /yy/.test(formats.get(attributes.numFmtId) ?? ''));
}

function readSheet(parts: ReadonlyMap<string, string>, path: string, dates: readonly boolean[]): Omit<ReadSheet, 'name'> {
  const rows: ReadCell[][] = [];
  let row: ReadCell[] = [];
  let [inline, value, formulas, frozenRows] = ['', '', 0, 0];
  let filter: string | null = null;
  const order: string[] = [];
  for (const { name, attributes, text, depth } of elements(parts, path)) {
    if (depth === 1) order.push(name);
    if (name === 't') inline = text;
    if (name === 'v') value = text;
    if (name === 'f') formulas += 1;
    if (name === 'pane' && attributes.state === 'frozen') frozenRows = Number(attributes.ySplit);
    if (name === 'autoFilter') filter = attributes.ref ?? null;
    if (name === 'c') {
      const [, letters = '', number = ''] = /^([A-Z]+)(\d+)$/.exec(attributes.r ?? '') ?? [];
      assert.equal(Number(number), rows.length + 1);
      const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
      assert.ok(column >= row.length, 'cells stand in order');
      const style = Number(attributes.s ?? 0);
      assert.ok(style < dates.length);
      while (row.length < column) row.push(null);
      row.push(readCell(attributes.t, attributes.t === 'inlineStr' ? inline : value, dates[style] === true));
      [inline, value] = ['', ''];
    }
    if (name === 'row') {
      assert.equal(Number(attributes.r), rows.length + 1);
      rows.push(row);
      row = [];
    }
  }
  assert.deepEqual(order, ['sheetViews', 'sheetFormatPr', 'cols', 'sheetData', 'autoFilter']);
  return { rows, frozenRows, filter, formulas };
}

function readCell(type: string | undefined, text: string, isDate: boolean): ReadCell {
  if (type === 'inlineStr')
    return text.replace(/_x([\da-fA-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  if (type === 'b') return text === '1';
  assert.equal(type, undefined);
  const number = Number(text);
  assert.ok(Number.isFinite(number) && text.trim() === text && text !== '');
  return isDate ? new Date(Math.round((number - 25_569) * 86_400_000)) : number;
}

/** All elements of a part, each at its end, with its text and its depth from 0. */
function elements(parts: ReadonlyMap<string, string>, path: string): readonly (Element & { readonly depth: number })[] {
  const xml = parts.get(path);
  assert.ok(xml !== undefined, `${path} is missing`);
  const found: (Element & { readonly depth: number })[] = [];
  const texts: string[] = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => assert.fail(`${path}: ${error.message}`));
  parser.on('opentag', () => texts.push(''));
  parser.on('text', (text) => {
    const open = texts.pop();
    if (open !== undefined) texts.push(open + text);
  });
  parser.on('closetag', (tag) => {
    const text = texts.pop() ?? '';
    found.push({ ...tag, text, depth: texts.length });
  });
  parser.write(xml).close();
  return found;
}

/** How the numbers of a workbook are shown, as far as it says what they mean: days, times, percentages, currencies. */
import { createXmlReader } from './xml-reader.ts';

export type NumberStyle =
  | { readonly kind: 'date' | 'time' | 'moment' | 'percent' }
  | { readonly kind: 'currency'; readonly symbol: string };

/** Formats that every workbook has without saying so. Those of currencies depend on the reader's locale. */
const BUILT_IN: readonly (readonly [from: number, to: number, style: NumberStyle])[] = [
  [9, 10, { kind: 'percent' }],
  [14, 17, { kind: 'date' }],
  [18, 21, { kind: 'time' }],
  [22, 22, { kind: 'moment' }],
  [27, 31, { kind: 'date' }],
  [32, 35, { kind: 'time' }],
  [36, 36, { kind: 'date' }],
  [45, 45, { kind: 'time' }],
  [47, 47, { kind: 'time' }],
  [50, 58, { kind: 'date' }],
];
const STYLES_LIMIT = 100_000;

/** In the order of the numbers by which cells name them; null: a plain number. @throws {UnreadableContent} */
export async function readCellStyles(xml: AsyncIterable<string>): Promise<readonly (NumberStyle | null)[]> {
  const formats = new Map<number, NumberStyle | null>();
  const styles: (NumberStyle | null)[] = [];
  let isCells = false;
  const reader = createXmlReader({
    onOpen: (name, { numFmtId = '', formatCode = '' }) => {
      if (name === 'numFmt' && formats.size < STYLES_LIMIT) formats.set(Number(numFmtId), readFormat(formatCode));
      else if (name === 'cellXfs') isCells = true;
      else if (name === 'xf' && isCells && styles.length < STYLES_LIMIT) {
        const id = Number(numFmtId);
        const known = formats.get(id);
        styles.push(known === undefined ? (BUILT_IN.find(([from, to]) => id >= from && id <= to)?.[2] ?? null) : known);
      }
    },
    onClose: (name) => {
      if (name === 'cellXfs') isCells = false;
    },
  });
  for await (const chunk of xml) reader.write(chunk);
  reader.end();
  return styles;
}

/** @param code such as `yyyy\-mm\-dd hh:mm` or `#,##0.00\ [$€-407]` */
function readFormat(code: string): NumberStyle | null {
  const [positive = ''] = code.slice(0, 1000).split(';');
  const symbol = /\[\$([^\]-]+)(?:-[^\]]*)?\]/.exec(positive)?.[1] ?? /\p{Sc}/u.exec(positive)?.[0];
  if (symbol !== undefined) return { kind: 'currency', symbol: symbol.trim() };
  // Spent times such as [h]:mm are plain numbers.
  if (/\[[hms]+\]/i.test(positive)) return null;
  const letters = positive.replace(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]|general|am\/pm|a\/p/gi, '').toLowerCase();
  if (letters.includes('%')) return { kind: 'percent' };
  const hasTime = /[hs]/.test(letters);
  if (/[yd]/.test(letters) || (letters.includes('m') && !hasTime)) return { kind: hasTime ? 'moment' : 'date' };
  return hasTime ? { kind: 'time' } : null;
}

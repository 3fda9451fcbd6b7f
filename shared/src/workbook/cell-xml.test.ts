import { describe, expect, test } from 'vitest';
import { cellXml, MAX_CELL_TEXT, type WorkbookCellKind } from './cell-xml.ts';

const text = (content: string, space = '') => `<c r="B2" s="1" t="inlineStr"><is><t${space}>${content}</t></is></c>`;
const number = (value: number | string) => `<c r="B2"><v>${value}</v></c>`;
const preserved = ' xml:space="preserve"';

const cells: readonly (readonly [kind: WorkbookCellKind, written: string | null, xml: string])[] = [
  ['text', null, ''],
  ['text', '', ''],
  ['number', null, ''],
  ['text', 'Lumen Works', text('Lumen Works')],
  ['text', 'R&D <b>"x"</b>', text('R&amp;D &lt;b&gt;"x"&lt;/b&gt;')],
  ['text', '=1+1', text('=1+1')],
  ['text', '@SUM(A1)', text('@SUM(A1)')],
  ['text', "-2+3+cmd|' /C calc'!A0", text("-2+3+cmd|' /C calc'!A0")],
  ['text', "'quoted", text("'quoted")],
  ['text', '7345678901234567890', text('7345678901234567890')],
  ['text', '00123', text('00123')],
  ['text', '2026-03-31', text('2026-03-31')],
  ['text', 'true', text('true')],
  ['text', 'https://example.com/a?b=1&c', text('https://example.com/a?b=1&amp;c')],
  ['text', ' padded ', text(' padded ', preserved)],
  ['text', '\n', text('\n', preserved)],
  ['text', 'two\nlines', text('two\nlines')],
  ['text', 'a\r\nb', text('a_x000D_\nb')],
  ['text', 'bell\u0007 null\0 esc\u001b\ufffe', text('bell_x0007_ null_x0000_ esc_x001B__xFFFE_')],
  ['text', 'its own _x000D_ and _x000d_', text('its own _x005F_x000D_ and _x005F_x000d_')],
  ['text', '_x12_ stays', text('_x12_ stays')],
  ['text', 'half \ud83e of a sign', text('half \ufffd of a sign')],
  ['text', '🧵 東京', text('🧵 東京')],
  ['number', '0', number(0)],
  ['number', '-12.50', number('-12.50')],
  ['number', '1e+20', number('1e+20')],
  ['number', '123456789012345', number('123456789012345')],
  ['number', '0.30000000000000004', number('0.30000000000000004')],
  ['number', '7345678901234567890', text('7345678901234567890')],
  ['number', 'NaN', text('NaN')],
  ['number', 'Infinity', text('Infinity')],
  ['boolean', 'true', '<c r="B2" t="b"><v>1</v></c>'],
  ['boolean', 'false', '<c r="B2" t="b"><v>0</v></c>'],
  ['date', '1970-01-01', '<c r="B2" s="2"><v>25569</v></c>'],
  ['date', '2026-03-31', '<c r="B2" s="2"><v>46112</v></c>'],
  ['date', '1900-03-01', '<c r="B2" s="2"><v>61</v></c>'],
  ['date', '9999-12-31', '<c r="B2" s="2"><v>2958465</v></c>'],
  ['date', '1900-02-28', text('1900-02-28')],
  ['date', '1850-01-01', text('1850-01-01')],
  ['date', '0044-03-15 BC', text('0044-03-15 BC')],
  ['date', '10000-01-01', text('10000-01-01')],
  ['date', '2021-03', text('2021-03')],
  ['date', 'infinity', text('infinity')],
  ['time', '2026-03-31T12:00:00.000Z', '<c r="B2" s="3"><v>46112.5</v></c>'],
  ['time', '2026-03-31T06:00:00Z', '<c r="B2" s="3"><v>46112.25</v></c>'],
  ['time', '1899-12-31T06:00:00.000Z', text('1899-12-31T06:00:00.000Z')],
];

describe('a cell of a sheet', () => {
  test.each(cells)('%s %j', (kind, written, xml) => {
    expect(cellXml('B2', kind, written)).toBe(xml);
  });

  test('a text of the longest length is whole, and a longer one says that it is cut', () => {
    const longest = 'a'.repeat(MAX_CELL_TEXT);
    expect(cellXml('A1', 'text', longest)).toContain(longest);
    const xml = cellXml('A1', 'text', '🧵'.repeat(20_000));
    const [, content = ''] = /<t>(.*)<\/t>/su.exec(xml) ?? [];
    expect(content).toMatch(/🧵 … \[cut: the text has 40,000 characters, and a cell holds 32,767; a CSV file has all of it\]$/);
    expect(content.length).toBeLessThanOrEqual(MAX_CELL_TEXT);
    expect(content.length).toBeGreaterThan(MAX_CELL_TEXT - 5);
    expect(content.isWellFormed()).toBe(true);
  });
});

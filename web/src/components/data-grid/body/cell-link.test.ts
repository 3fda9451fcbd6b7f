import type { ColumnDefinition, ColumnKind } from '@leadloom/shared/tables/define-table';
import { expect, test } from 'vitest';
import { addressText, cellHref, shortAddress } from './cell-link.ts';

const column = (kind: ColumnKind): ColumnDefinition => ({ field: 'a', headerName: 'A', kind });

test.each<[ColumnKind, string, string]>([
  ['link', 'mill.example/about', 'https://mill.example/about'],
  ['link', 'http://mill.example', 'http://mill.example/'],
  ['email', 'ada@mill.example', 'mailto:ada@mill.example'],
  ['email', 'ada+looms@mill.example', 'mailto:ada+looms@mill.example'],
  ['phone', '+49 (30) 555-10.001', 'tel:+493055510001'],
  ['phone', '030/555100', 'tel:030555100'],
])('%s %s leads to %s', (kind, value, href) => {
  expect(cellHref(column(kind), value)).toBe(href);
});

test.each<[ColumnKind, string]>([
  ['link', 'javascript:alert(1)'],
  ['link', ' JavaScript:alert(1)'],
  ['link', 'java\tscript:alert(1)'],
  ['link', 'data:text/html,<script>alert(1)</script>'],
  ['link', 'vbscript:x'],
  ['link', 'file:///etc/passwd'],
  ['link', 'not an address'],
  ['email', 'ada@mill.example?bcc=eve@mill.example'],
  ['email', 'ada@mill.example&body=x'],
  ['email', 'ada@mill.example\r\nbcc:eve@mill.example'],
  ['email', 'ada@mill.example,eve@mill.example'],
  ['email', 'javascript:alert(1)@mill.example'],
  ['email', 'Ada <ada@mill.example>'],
  ['email', 'ada'],
  ['phone', 'call Ada'],
  ['phone', '+49;ext=1'],
  ['phone', '12'],
  ['phone', '1234567890123456'],
  ['text', 'https://mill.example'],
  ['long-text', 'https://mill.example'],
])('%s %j is text', (kind, value) => {
  expect(cellHref(column(kind), value)).toBeNull();
});

test.each([
  ['https://www.mill.example/about/', 'mill.example/about'],
  ['http://mill.example/', 'mill.example'],
  ['mill.example/a/b?q=1#x', 'mill.example/a/b'],
  ['https://mill.example/%E5%B1%B1%E7%94%B0', 'mill.example/山田'],
  ['https://user:secret@mill.example/a', 'mill.example/a'],
  ['https://mill.example@other.example/', 'other.example'],
  ['https://mill.example/%E2%80%AEgpj.exe', 'mill.example/%E2%80%AEgpj.exe'],
  ['https://mill.example/%zz', 'mill.example/%zz'],
  ['javascript:alert(1)', 'javascript:alert(1)'],
])('%s is shown as %s', (address, text) => {
  expect(shortAddress(address)).toBe(text);
});

test.each([
  ['website', 'https://www.linkedin.com/in/maren-holt-7b/', 'maren-holt-7b'],
  ['website', 'https://no.linkedin.com/company/thistle/about/', 'thistle'],
  ['website', 'linkedin.com/pub/maren-holt/1/2/3', 'maren-holt'],
  ['website', 'https://www.linkedin.com/', 'linkedin.com'],
  ['website', 'https://linkedin.com.mill.example/in/maren', 'linkedin.com.mill.example/in/maren'],
  ['website', 'https://mill.example/in/maren', 'mill.example/in/maren'],
  ['linkedin_url', 'https://linkedin.example/in/maren-holt', 'maren-holt'],
  ['linkedin_url', 'not an address', 'not an address'],
])('in the column %s, %s is shown as %s', (field, address, text) => {
  expect(addressText({ field, headerName: 'Anything', kind: 'link' }, address)).toBe(text);
});

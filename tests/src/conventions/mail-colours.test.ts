import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { composeMail } from '@leadloom/server/mail/compose-mail';
import { sandboxStyle } from '@leadloom/server/modules/billing/sandbox/sandbox-pages';
import { outboxStyle } from '@leadloom/server/modules/outbox/outbox-pages';
import { expect, it } from 'vitest';
import { workspaceRoot } from './source-files.ts';

const theme = readFileSync(join(workspaceRoot, 'web/src/app/theme/color-schemes.ts'), 'utf8');
const colours = (text: string) => new Set(text.toLowerCase().match(/#(?:[0-9a-f]{6}|[0-9a-f]{3})\b/g) ?? []);

const mail = composeMail({
  to: 'mara@example.com',
  subject: 'A subject',
  heading: 'A heading',
  paragraphs: ['A paragraph.'],
  list: ['An item'],
  actions: [
    { label: 'First', url: 'https://leadloom.example/app/login' },
    { label: 'Second', url: 'https://leadloom.example/app/keys' },
  ],
  code: { label: 'Your code', value: 'abc' },
  closing: ['An end.'],
});

it.each([
  ['mails', mail.html],
  ['the pages of the outbox', outboxStyle.replaceAll('#fff;', '#ffffff;')],
  ['the pages of the sandbox', sandboxStyle.replaceAll('#fff;', '#ffffff;')],
])('%s have the colours of the app and no others', (_, text) => {
  const known = colours(theme);
  expect(known.size).toBeGreaterThan(30);
  expect([...colours(text)].filter((colour) => !known.has(colour))).toEqual([]);
});

it('mails show the green of the app where only inline styles are read, and its light green in the dark', () => {
  const inline = mail.html.replace(/<style>.*?<\/style>/s, '');
  expect(inline).toMatch(/<td class="button" bgcolor="#17594f"/);
  expect(mail.html).toMatch(/prefers-color-scheme: dark\) \{.*\.button \{ background: #84cabd !important; \}/s);
  expect(theme).toContain("main: '#17594F'");
  expect(theme).toContain("main: '#84CABD'");
});

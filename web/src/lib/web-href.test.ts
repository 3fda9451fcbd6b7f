import { expect, test } from 'vitest';
import { webHref } from './web-href.ts';

test.each([
  ['https://www.linkedin.com/in/maren-holt', 'https://www.linkedin.com/in/maren-holt'],
  ['http://example.com/a?b=c', 'http://example.com/a?b=c'],
  ['example.com', 'https://example.com/'],
  ['//example.com/x', 'https://example.com/x'],
  ['shop.example.com:8080/x', 'https://shop.example.com:8080/x'],
  ['shop.example.com:8080', 'https://shop.example.com:8080/'],
  ['shop.example.com:8080?q=1#part', 'https://shop.example.com:8080/?q=1#part'],
  ['https://shop.example.com:8080/x', 'https://shop.example.com:8080/x'],
])('%s may be linked to', (text, href) => {
  expect(webHref(text)).toBe(href);
});

test.each([
  'javascript:alert(1)',
  ' JavaScript:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,<script>1</script>',
  'vbscript:x',
  'javascript:8080',
  'javascript:8080/x',
  'java.script:alert(1)',
  'shop.example.com:808080/x',
  'shop.example.com:80,alert(1)',
  'tel:5550100',
  'file:///etc/passwd',
  'blob:https://example.com/1',
  '',
  '   ',
])('%j is refused', (text) => {
  expect(webHref(text)).toBeNull();
});

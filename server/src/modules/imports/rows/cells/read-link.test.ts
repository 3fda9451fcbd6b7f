import { CellProblem } from '@leadloom/shared/domain/cell-problem';
import { normalDomain } from '@leadloom/shared/domain/normal-domain';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { readLink } from './read-link.ts';

describe('addresses', () => {
  test.each([
    ['nordwind.example', 'nordwind.example'],
    ['https://www.nordwind.example/about?a=b#c', 'nordwind.example'],
    ['HTTP://Nordwind.Example', 'nordwind.example'],
    ['nordwind.example:8080/path', 'nordwind.example'],
    ['nordwind.example/@maren', 'nordwind.example'],
    ['https://müller.example/über', 'xn--mller-kva.example'],
    ['http://192.0.2.7/x', '192.0.2.7'],
    ['www2.nordwind.example', 'nordwind.example'],
  ])('%s has the host %s and is stored unchanged', (address, domain) => {
    expect(readLink(address)).toEqual({ address, domain });
  });

  it('addresses that start with slashes get a scheme', () => {
    expect(readLink('//nordwind.example/x')).toEqual({ address: 'https://nordwind.example/x', domain: 'nordwind.example' });
  });

  test.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'java\tscript:alert(1)',
    ' javascript:alert(1)',
    'javascript://nordwind.example/%0aalert(1)',
    'data:text/html,<script>1</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'ftp://nordwind.example',
    'mailto:maren@nordwind.example',
    'blob:https://nordwind.example/1',
    'view-source:https://nordwind.example',
    'https://bank.example@evil.example/',
    'https://user:pass@nordwind.example',
    'bank.example@evil.example',
    'https:\\\\nordwind.example',
    'https://nordwind.example\\@evil.example',
    'https:nordwind.example',
    'http:/nordwind.example',
    'https://localhost/',
    'localhost',
    'https://',
    '://x',
    'not an address',
    'https://nordwind.example/a b',
    'https://nordwind.example/\u202egpj.exe',
    'https://nordwind.example/\ud800',
    'https://[::1]/',
    'https://exa mple.example',
    `https://nordwind.example/${'x'.repeat(2048)}`,
  ])('%j is refused', (address) => {
    expect(readLink(address)).toBeInstanceOf(CellProblem);
  });

  it('the host of an address is the same as everywhere else, however the address is written', () => {
    const label = fc.stringMatching(/^[a-z0-9](?:[a-z0-9-]{0,6}[a-z0-9])?$/);
    const address = fc
      .tuple(
        fc.constantFrom('', 'http://', 'https://'),
        fc.constantFrom('', 'www.', 'www2.', 'www.www.'),
        fc.array(label, { minLength: 1, maxLength: 4 }),
        fc.constantFrom('', '/', '/a?b=c', '?q', '#h', ':81/', '/x@y', '?a@b.example'),
      )
      .map(([scheme, www, labels, rest]) => `${scheme}${www}${labels.join('.')}${rest}`);
    fc.assert(
      fc.property(address, (text) => {
        const link = readLink(text);
        if (!(link instanceof CellProblem)) expect(link).toEqual({ address: text, domain: normalDomain(text) });
        else expect(normalDomain(text) === null || /:\d|@/.test(text)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});

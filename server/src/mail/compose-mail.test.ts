import { describe, expect, it } from 'vitest';
import { composeMail } from './compose-mail.ts';

describe('a composed mail', () => {
  const mail = composeMail({
    to: 'mara@example.com',
    subject: 'A <b>subject</b>',
    paragraphs: ['First & <script>alert(1)</script>'],
    actions: [
      { label: 'Open "it"', url: 'https://leadloom.example/app/verify/a?b=1&c="2"' },
      { label: 'Second', url: 'https://leadloom.example/app/login' },
    ],
    code: { label: 'Your code', value: 'abc<def' },
    closing: ["Don't worry."],
  });

  it('the text and HTML forms of a mail have the same content', () => {
    for (const part of ['First', 'Open', 'https://leadloom.example/app/login', 'Your code', 'worry']) {
      expect(mail.text).toContain(part);
      expect(mail.html).toContain(part);
    }
    expect(mail.text).toContain('Open "it":\nhttps://leadloom.example/app/verify/a?b=1&c="2"\n');
  });

  it('everything in the HTML form is escaped', () => {
    expect(mail.html).toContain('First &amp; &lt;script&gt;alert(1)&lt;/script&gt;');
    expect(mail.html).toContain('href="https://leadloom.example/app/verify/a?b=1&amp;c=&quot;2&quot;"');
    expect(mail.html).toContain('<title>A &lt;b&gt;subject&lt;/b&gt;</title>');
    expect(mail.html).toMatch(/<code [^>]*>abc&lt;def<\/code>/);
    expect(mail.html).toContain('Don&#39;t worry.');
    expect(mail.html).not.toContain('<script>');
  });

  it('a mail loads nothing from other servers', () => {
    expect(mail.html).not.toMatch(/<(?:link|script|iframe)|url\(|@import/i);
    expect([...mail.html.matchAll(/<img [^>]*src="([^"]*)"/g)].map(([, source]) => source)).toEqual(['cid:mark@leadloom']);
  });

  it('addresses within the text stay texts, because a text may be that of a stranger', () => {
    const { html } = composeMail({
      to: 'mara@example.com',
      subject: 'A',
      paragraphs: ['Your list “https://evil.example/” changed.'],
      actions: [],
      closing: ['Reset it: https://leadloom.example/app/reset-password?a=1&b=2. This also ends <all> sessions.'],
    });
    expect(html).not.toContain('href=');
    expect(html).toContain('https://leadloom.example/app/reset-password?a=1&amp;b=2. This also');
    expect(html).toContain('&lt;all&gt;');
  });

  it('what to do next stands above all else, in both forms', () => {
    const first = composeMail({
      to: 'mara@example.com',
      subject: 'Verify',
      heading: 'Verify your email',
      paragraphs: [],
      actions: [{ label: 'Verify email', url: 'https://leadloom.example/app/verify/a' }],
      closing: ['The link works for a day.'],
    });
    expect(first.text).toMatch(/^Verify your email\n\nVerify email:\nhttps:\/\/leadloom\.example\/app\/verify\/a\n\nThe link/);
    const places = ['<h1', 'class="button"', 'The link works'].map((part) => first.html.indexOf(part));
    expect(places).toEqual([...places].sort((one, other) => one - other));
    expect(places).not.toContain(-1);
  });
});

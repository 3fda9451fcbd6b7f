/** The pages of the outbox: plain HTML without scripts. Everything from a mail is escaped. */
import { inlineBrandMark } from '../../mail/brand-mark.ts';
import { escapeHtml } from '../../mail/escape-html.ts';
import type { OutboxMail, OutboxMailWithBody } from './outbox-files.ts';

export function renderOutboxList(mails: readonly OutboxMail[], total: number): string {
  const rows = mails.map(
    (mail) => `<li><a class="mail" href="/outbox/${encodeURIComponent(mail.file)}">
<span class="subject">${escapeHtml(mail.subject)}</span>
<span class="to">${escapeHtml(mail.to)}</span>
${renderTime(mail.date)}
</a></li>`,
  );
  const more = total > mails.length ? `<p class="note">The newest ${mails.length} of ${total} mails.</p>` : '';
  const list = rows.length === 0 ? '<p class="empty">No mail yet.</p>' : `<ul class="mails">${rows.join('\n')}</ul>${more}`;
  return renderPage(
    'Mails',
    `<h1>Outbox</h1>
<p class="note">No SMTP server is set, so mails are kept here instead of being sent.</p>
${list}`,
  );
}

export function renderOutboxMail(mail: OutboxMailWithBody): string {
  const file = encodeURIComponent(mail.file);
  return renderPage(
    mail.subject,
    `<p><a href="/outbox">&larr; All mails</a></p>
<h1>${escapeHtml(mail.subject)}</h1>
<dl>
<dt>To</dt><dd>${escapeHtml(mail.to)}</dd>
<dt>From</dt><dd>${escapeHtml(mail.from)}</dd>
<dt>Date</dt><dd>${renderTime(mail.date)}</dd>
</dl>
<h2>Text</h2>
<pre class="text">${linkify(mail.text.trimEnd())}</pre>
<h2>HTML</h2>
<iframe title="The mail as HTML" src="/outbox/${file}/html" sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"></iframe>
<p class="note"><a href="/outbox/${file}/source">Show source</a></p>`,
  );
}

/** The HTML part by itself; links open outside the frame. */
export function renderHtmlPart(mail: OutboxMailWithBody): string {
  return inlineBrandMark(mail.html).replace(/<head>/i, '<head><base target="_top">');
}

/** Turns addresses in a text into links, and escapes the rest. */
export function linkify(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part, index) => {
      const safe = escapeHtml(part);
      return index % 2 === 1 && URL.canParse(part) ? `<a href="${safe}" rel="noopener noreferrer">${safe}</a>` : safe;
    })
    .join('');
}

function renderTime(date: string | null): string {
  if (date === null) return '<span class="time">unknown</span>';
  const readable = date.replace('T', ' ').replace(/(?:\.\d+)?Z$/, ' UTC');
  return `<time class="time" datetime="${escapeHtml(date)}">${escapeHtml(readable)}</time>`;
}

function renderPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · Leadloom outbox</title>
<link rel="stylesheet" href="/outbox/style.css">
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;
}

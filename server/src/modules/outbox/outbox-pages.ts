/** The pages of the outbox: plain HTML without scripts. Everything from a mail is escaped. */

import { escapeHtml } from '../../http/escape-html.ts';
import { renderHtmlPage, sharedPageStyle } from '../../http/html-page.ts';
import { inlineBrandMark } from '../../mail/brand-mark.ts';
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
  return renderHtmlPage({
    title: `${title} · Leadloom outbox`,
    styleSheet: '/outbox/style.css',
    body,
  });
}

/** The style sheet, which is served as a file. */
export const outboxStyle = `
${sharedPageStyle}
main { max-width: 860px; margin: 0 auto; padding: 32px 20px 64px; }
h1 { margin: 0 0 8px; font-size: 24px; }
a:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
.empty { padding: 48px; text-align: center; color: var(--soft); background: var(--card); border: 1px dashed var(--line); border-radius: 8px; }
.mails { margin: 20px 0; padding: 0; list-style: none; background: var(--card); border: 1px solid var(--line); border-radius: 8px; overflow: hidden; }
.mails li + li { border-top: 1px solid var(--line); }
.mail { display: grid; grid-template-columns: 1fr auto; gap: 0 16px; padding: 12px 18px; color: inherit; text-decoration: none; }
.mail:hover { background: color-mix(in srgb, var(--accent) 10%, transparent); }
.mail:focus-visible { outline-offset: -3px; }
.subject { font-weight: 600; overflow-wrap: anywhere; }
.to { grid-row: 2; color: var(--soft); font-size: 14px; overflow-wrap: anywhere; }
.time { color: var(--soft); font-size: 14px; font-variant-numeric: tabular-nums; }
dl { gap: 2px 16px; margin: 12px 0; }
.text { margin: 0; padding: 18px; background: var(--card); border: 1px solid var(--line); border-radius: 8px; white-space: pre-wrap; overflow-wrap: anywhere; font: 14px/1.6 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
iframe { width: 100%; height: 560px; background: var(--card); border: 1px solid var(--line); border-radius: 8px; }
@media (max-width: 560px) { .mail { grid-template-columns: 1fr; } .mail .time { grid-row: 3; } }
`;

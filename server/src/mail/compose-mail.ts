/**
 * One source for both forms of a mail: the plain text and the HTML have the same content.
 *
 * The HTML is a table with inline styles, because some mail programs keep nothing else; the style sheet adds dark mode and
 * narrow screens for those that read it. The colours are those of the app (`web/src/app/theme/color-schemes.ts`).
 */

import { escapeHtml } from '../http/escape-html.ts';
import { BRAND_MARK_ID } from './brand-mark.ts';
import type { Mail } from './mailer.ts';

export interface MailContent {
  readonly to: string;
  readonly subject: string;
  /** What the reader should do, above everything else. */
  readonly heading?: string;
  readonly paragraphs: readonly string[];
  /** Items shown after the paragraphs, one on each line. */
  readonly list?: readonly string[];
  /** The first is shown as a button. */
  readonly actions: readonly { readonly label: string; readonly url: string }[];
  readonly code?: { readonly label: string; readonly value: string };
  readonly closing: readonly string[];
}

export function composeMail(content: MailContent): Mail {
  const { to, subject } = content;
  return { to, subject, text: composeText(content), html: composeHtml(content) };
}

function composeText({ heading, paragraphs, list = [], actions, code, closing }: MailContent): string {
  const blocks = [
    ...(heading === undefined ? [] : [heading]),
    ...paragraphs,
    ...(list.length === 0 ? [] : [list.map((item) => `- ${item}`).join('\n')]),
    ...actions.map(({ label, url }) => `${label}:\n${url}`),
    ...(code === undefined ? [] : [`${code.label}:\n${code.value}`]),
    ...closing,
    '-- \nLeadloom',
  ];
  return `${blocks.join('\n\n')}\n`;
}

/** Addresses within texts stay texts, because a text may be somebody else's: only actions are links. */
function composeHtml({ subject, heading, paragraphs, list = [], actions, code, closing }: MailContent): string {
  const [first, ...others] = actions;
  const parts = [
    ...(heading === undefined ? [] : [`<h1 class="ink" style="${HEADING}">${escapeHtml(heading)}</h1>`]),
    ...paragraphs.map((text) => `<p class="ink" style="${PARAGRAPH}">${escapeHtml(text)}</p>`),
    ...(list.length === 0 ? [] : [listHtml(list)]),
    ...(first === undefined ? [] : [buttonHtml(first)]),
    ...others.map(({ label, url }) => `<p style="${PARAGRAPH}">${linkHtml(url, label)}</p>\n${addressHtml(url)}`),
    ...(code === undefined ? [] : [codeHtml(code)]),
    ...closing.map((text) => `<p class="soft" style="${SMALL}">${escapeHtml(text)}</p>`),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${STYLE}</style>
</head>
<body class="ground" style="margin:0;padding:0;background:#f4f7f6">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="ground" style="background:#f4f7f6">
<tr><td align="center" class="around" style="padding:24px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
<tr><td class="card" style="padding:28px 32px;background:#ffffff;border:1px solid #dae1df;border-top:4px solid #17594f;border-radius:8px;${FONT}">
${brandHtml()}
${parts.join('\n')}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

const FONT = `font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif`;
const HEADING = 'margin:0 0 12px;font-size:24px;line-height:1.25;font-weight:700;color:#16211f';
const PARAGRAPH = 'margin:0 0 16px;font-size:16px;line-height:1.5;color:#16211f';
const SMALL = 'margin:0 0 12px;font-size:13px;line-height:1.5;color:#52605d;overflow-wrap:anywhere;word-break:break-word';

function brandHtml(): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px">
<tr><td><img src="cid:${BRAND_MARK_ID}" width="32" height="32" alt="" style="display:block;border:0"></td>
<td class="brand" style="padding-left:10px;font-size:18px;font-weight:700;color:#17594f;${FONT}">Leadloom</td></tr>
</table>`;
}

type Action = MailContent['actions'][number];

/** A cell of a table, because one mail program draws no padding around links. */
function buttonHtml({ label, url }: Action): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 12px">
<tr><td class="button" bgcolor="#17594f" style="border-radius:6px;background:#17594f"><a class="on-button" href="${escapeHtml(url)}" style="display:inline-block;padding:12px 22px;font-size:16px;font-weight:600;color:#ffffff;text-decoration:none;border-radius:6px;${FONT}">${escapeHtml(label)}</a></td></tr>
</table>
${addressHtml(url)}`;
}

/** The address as a text, for readers whose mail program shows no button, and for those who check where it leads. */
function addressHtml(url: string): string {
  return `<p class="soft" style="${SMALL}">${escapeHtml(url)}</p>`;
}

function linkHtml(url: string, label: string): string {
  return `<a class="link" href="${escapeHtml(url)}" style="color:#17594f">${escapeHtml(label)}</a>`;
}

function listHtml(list: readonly string[]): string {
  const items = list.map((item) => `<li>${escapeHtml(item)}</li>`);
  return `<ul class="ink" style="${PARAGRAPH};padding-left:22px;overflow-wrap:anywhere">\n${items.join('\n')}\n</ul>`;
}

function codeHtml({ label, value }: NonNullable<MailContent['code']>): string {
  return `<p class="ink" style="${PARAGRAPH}">${escapeHtml(label)}:</p>
<p style="${PARAGRAPH}"><code class="code" style="padding:4px 8px;border-radius:4px;background:#f4f7f6;font-size:14px;overflow-wrap:anywhere;word-break:break-all">${escapeHtml(value)}</code></p>`;
}

/** Inline styles win over a style sheet, except where it says otherwise. */
const STYLE = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) {
  .around { padding: 0 !important; }
  .card { padding: 20px 18px !important; border-left: 0 !important; border-right: 0 !important; border-radius: 0 !important; }
}
@media (prefers-color-scheme: dark) {
  .ground { background: #0f1514 !important; }
  .card { background: #161e1c !important; border-color: #2a3634 !important; border-top-color: #84cabd !important; }
  .ink, .code { color: #e3ebe8 !important; }
  .soft { color: #9fafaa !important; }
  .brand, .link { color: #84cabd !important; }
  .button { background: #84cabd !important; }
  .on-button { color: #06231e !important; }
  .code { background: #0f1514 !important; }
}
`;

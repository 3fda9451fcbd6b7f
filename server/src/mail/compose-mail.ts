/** One source for both forms of a mail: the plain text and the HTML have the same content. */
import { escapeHtml } from './escape-html.ts';
import type { Mail } from './mailer.ts';

export interface MailContent {
  readonly to: string;
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** After the paragraphs, an item a line. */
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

function composeText({ paragraphs, list = [], actions, code, closing }: MailContent): string {
  const blocks = [
    ...paragraphs,
    ...(list.length === 0 ? [] : [list.map((item) => `- ${item}`).join('\n')]),
    ...actions.map(({ label, url }) => `${label}:\n${url}`),
    ...(code === undefined ? [] : [`${code.label}:\n${code.value}`]),
    ...closing,
    '-- \nLeadloom',
  ];
  return `${blocks.join('\n\n')}\n`;
}

function composeHtml({ subject, paragraphs, list = [], actions, code, closing }: MailContent): string {
  const paragraph = (text: string): string => `<p>${escapeHtml(text)}</p>`;
  const action = ({ label, url }: MailContent['actions'][number], index: number): string =>
    `<p><a ${index === 0 ? 'class="button" ' : ''}href="${escapeHtml(url)}">${escapeHtml(label)}</a></p>
<p class="small">${escapeHtml(url)}</p>`;
  const items = list.length === 0 ? '' : `<ul>\n${list.map((item) => `<li>${escapeHtml(item)}</li>`).join('\n')}\n</ul>\n`;
  const codeBlock =
    code === undefined ? '' : `<p>${escapeHtml(code.label)}:</p>\n<p><code>${escapeHtml(code.value)}</code></p>\n`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${STYLE}</style>
</head>
<body>
<div class="card">
<p class="brand">Leadloom</p>
${paragraphs.map(paragraph).join('\n')}
${items}${actions.map(action).join('\n')}
${codeBlock}${closing.map((text) => `<p class="small">${escapeHtml(text)}</p>`).join('\n')}
</div>
</body>
</html>
`;
}

const STYLE = `
:root { color-scheme: light dark; }
body { margin: 0; padding: 24px; background: #f4f5f7; color: #1c2430; font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, Arial, sans-serif; }
.card { max-width: 560px; margin: 0 auto; padding: 24px 28px; background: #fff; border: 1px solid #e2e5ea; border-radius: 8px; }
.brand { margin: 0 0 16px; font-weight: 700; color: #1f5fbf; }
.button { display: inline-block; padding: 10px 18px; border-radius: 6px; background: #1f5fbf; color: #fff; font-weight: 600; text-decoration: none; }
.small { font-size: 13px; color: #596579; overflow-wrap: anywhere; }
code { padding: 4px 8px; border-radius: 4px; background: #eef1f5; font-size: 14px; overflow-wrap: anywhere; }
a { color: #1f5fbf; }
@media (prefers-color-scheme: dark) {
  body { background: #12161c; color: #e6e9ee; }
  .card { background: #1b212a; border-color: #2d3642; }
  .brand, a { color: #8ab4f8; }
  .button { background: #8ab4f8; color: #10151c; }
  .small { color: #a3adbb; }
  code { background: #2a323d; }
}
`;

/** The server's own pages, such as the outbox: plain HTML without scripts or inline styles, and a style sheet for each set of pages. */
import { escapeHtml } from './escape-html.ts';

export const HTML_TYPE = 'text/html; charset=utf-8';
export const CSS_TYPE = 'text/css; charset=utf-8';

export interface HtmlPage {
  /** Plain text. */
  readonly title: string;
  /** Path of the style sheet. */
  readonly styleSheet: string;
  /** HTML above the main part. */
  readonly banner?: string;
  /** HTML of the main part. */
  readonly body: string;
}

export function renderHtmlPage({ title, styleSheet, banner, body }: HtmlPage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="${styleSheet}">
</head>
<body>
${banner === undefined ? '' : `${banner}\n`}<main>
${body}
</main>
</body>
</html>
`;
}

/** The rules that all style sheets of these pages share. The colours are those of the app (`web/src/app/theme/color-schemes.ts`). */
export const sharedPageStyle = `:root { color-scheme: light dark; --ground: #f4f7f6; --card: #fff; --ink: #16211f; --soft: #52605d; --line: #dae1df; --accent: #17594f; --on-accent: #fff; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #0f1514; --card: #161e1c; --ink: #e3ebe8; --soft: #9fafaa; --line: #2a3634; --accent: #84cabd; --on-accent: #06231e; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, Arial, sans-serif; }
h1 { overflow-wrap: anywhere; }
h2 { margin: 28px 0 8px; font-size: 14px; color: var(--soft); text-transform: uppercase; letter-spacing: 0.06em; }
a { color: var(--accent); }
dl { display: grid; grid-template-columns: max-content 1fr; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
.note { color: var(--soft); font-size: 14px; }`;

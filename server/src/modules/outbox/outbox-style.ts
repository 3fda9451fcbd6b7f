/** Served as a file, because the pages have no inline styles. */
export const outboxStyle = `
:root { color-scheme: light dark; --ground: #f4f7f6; --card: #fff; --ink: #16211f; --soft: #52605d; --line: #dae1df; --accent: #17594f; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #0f1514; --card: #161e1c; --ink: #e3ebe8; --soft: #9fafaa; --line: #2a3634; --accent: #84cabd; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, Arial, sans-serif; }
main { max-width: 860px; margin: 0 auto; padding: 32px 20px 64px; }
h1 { margin: 0 0 8px; font-size: 24px; overflow-wrap: anywhere; }
h2 { margin: 28px 0 8px; font-size: 14px; color: var(--soft); text-transform: uppercase; letter-spacing: 0.06em; }
a { color: var(--accent); }
a:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
.note { color: var(--soft); font-size: 14px; }
.empty { padding: 48px; text-align: center; color: var(--soft); background: var(--card); border: 1px dashed var(--line); border-radius: 8px; }
.mails { margin: 20px 0; padding: 0; list-style: none; background: var(--card); border: 1px solid var(--line); border-radius: 8px; overflow: hidden; }
.mails li + li { border-top: 1px solid var(--line); }
.mail { display: grid; grid-template-columns: 1fr auto; gap: 0 16px; padding: 12px 18px; color: inherit; text-decoration: none; }
.mail:hover { background: color-mix(in srgb, var(--accent) 10%, transparent); }
.mail:focus-visible { outline-offset: -3px; }
.subject { font-weight: 600; overflow-wrap: anywhere; }
.to { grid-row: 2; color: var(--soft); font-size: 14px; overflow-wrap: anywhere; }
.time { color: var(--soft); font-size: 14px; font-variant-numeric: tabular-nums; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 16px; margin: 12px 0; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
.text { margin: 0; padding: 18px; background: var(--card); border: 1px solid var(--line); border-radius: 8px; white-space: pre-wrap; overflow-wrap: anywhere; font: 14px/1.6 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
iframe { width: 100%; height: 560px; background: var(--card); border: 1px solid var(--line); border-radius: 8px; }
@media (max-width: 560px) { .mail { grid-template-columns: 1fr; } .mail .time { grid-row: 3; } }
`;

/** Served as a separate file, because pages have no inline styles. */
export const sandboxStyle = `
:root { color-scheme: light dark; --ground: #f4f5f7; --card: #fff; --ink: #1c2430; --soft: #596579; --line: #e2e5ea; --accent: #1f5fbf; --on-accent: #fff; --warn: #8a5300; --warn-ground: #fff3dc; --bad: #b3261e; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #12161c; --card: #1b212a; --ink: #e6e9ee; --soft: #a3adbb; --line: #2d3642; --accent: #8ab4f8; --on-accent: #10151c; --warn: #ffd597; --warn-ground: #33270f; --bad: #ffb4ab; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, Arial, sans-serif; }
.banner { margin: 0; padding: 10px 20px; text-align: center; background: var(--warn-ground); color: var(--warn); border-bottom: 1px solid var(--line); }
main { max-width: 520px; margin: 32px auto 64px; padding: 28px; background: var(--card); border: 1px solid var(--line); border-radius: 10px; }
h1 { margin: 0 0 12px; font-size: 22px; overflow-wrap: anywhere; }
h2 { margin: 28px 0 8px; font-size: 14px; color: var(--soft); text-transform: uppercase; letter-spacing: 0.06em; }
a { color: var(--accent); }
a:focus-visible, button:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 6px; }
.plan { margin: 0; font-weight: 600; }
.price { margin: 0 0 16px; font-size: 28px; font-weight: 700; }
.note { color: var(--soft); font-size: 14px; font-weight: 400; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; margin: 16px 0; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
form { display: grid; gap: 10px; margin: 20px 0; }
button { padding: 12px 18px; border: 1px solid var(--line); border-radius: 6px; background: transparent; color: var(--ink); font: inherit; font-weight: 600; cursor: pointer; }
button:hover { border-color: var(--accent); }
button.primary { border-color: var(--accent); background: var(--accent); color: var(--on-accent); }
.alert, .owed { color: var(--bad); font-weight: 600; }
.rows { margin: 0; padding: 0; list-style: none; }
.rows li { display: flex; flex-wrap: wrap; gap: 4px 16px; justify-content: space-between; padding: 8px 0; border-top: 1px solid var(--line); }
`;

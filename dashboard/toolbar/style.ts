/** The toolbar's style. It applies only inside the shadow root, and the page's style does not reach in. */
export const STYLE = `
:host {
  all: initial !important;
  position: fixed !important;
  inset: auto 12px 12px auto !important;
  z-index: 2147483647 !important;
  color-scheme: light dark;
  --surface: light-dark(#ffffff, #1b1e24);
  --line: light-dark(#8b8d93, #7d838f);
  --text: light-dark(#1d2026, #e7e9ed);
  --soft: light-dark(#565b66, #a5abb6);
  --accent: light-dark(#2f4fc4, #9db2ff);
  --bad: light-dark(#a92016, #ff9d93);
}
:host([data-theme="light"]) { color-scheme: light; }
:host([data-theme="dark"]) { color-scheme: dark; }
* { box-sizing: border-box; font: 13px/1.45 system-ui, sans-serif; }
.bar { display: flex; flex-direction: column-reverse; align-items: flex-end; gap: 8px; color: var(--text); }
.panel {
  display: grid; gap: 10px; width: min(340px, calc(100vw - 24px)); max-height: calc(100vh - 72px); overflow: auto;
  padding: 12px; background: var(--surface); border: 1px solid var(--line); border-radius: 8px;
  box-shadow: 0 8px 28px rgb(0 0 0 / 25%);
}
[hidden] { display: none; }
section { display: grid; gap: 4px; }
h2, p { margin: 0; overflow-wrap: anywhere; }
h2, label { font-weight: 600; }
.soft { color: var(--soft); }
.bad { color: var(--bad); }
.row { display: flex; flex-wrap: wrap; gap: 6px; align-items: center; }
a { color: var(--accent); }
button, select, input {
  min-height: 28px; padding: 2px 8px; color: var(--text); background: var(--surface); border: 1px solid var(--line);
  border-radius: 6px;
}
button { cursor: pointer; }
select { width: 100%; }
input { width: 72px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
@media print { :host { display: none !important; } }
`

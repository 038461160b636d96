/**
 * Additional files of the status page: style, script and icon. They follow the design of the
 * sandbox's pages, in light and dark.
 *
 * @module
 */

export const style = `:root {
  color-scheme: light dark;
  --page: #f4f5f7; --surface: #ffffff; --line: #dfe3e8; --text: #171c26; --text-muted: #566070; --accent: #1a56c4;
  --rise: #087a5c; --empty: #7cae9e; --fall: #c42f3d; --fall-soft: #fdebec; --warn: #8a5300; --skipped: #878f9c; --waiting: #d3d9e1;
  --font: "Inter", "SF Pro Text", "Segoe UI Variable Text", "Segoe UI", system-ui, -apple-system, "Helvetica Neue", Arial, sans-serif;
  --mono: "JetBrains Mono", "SF Mono", "Cascadia Code", ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0c0f14; --surface: #12161d; --line: #252c37; --text: #e4e8ee; --text-muted: #98a3b3; --accent: #7aa7ff;
    --rise: #2ebd92; --empty: #1c6f57; --fall: #f2616d; --fall-soft: #32191d; --warn: #f0b755; --skipped: #667183; --waiting: #2b3340;
  }
}
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { margin: 0; background: var(--page); color: var(--text); font: 400 14px/1.45 var(--font); font-variant-numeric: tabular-nums; }
h1, h2, p, dl, dd, ul { margin: 0; padding: 0; }
ul { list-style: none; }
[hidden] { display: none !important; }
code { font: 12.5px var(--mono); overflow-wrap: anywhere; }
a { color: var(--accent); text-underline-offset: 0.2em; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
header { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 20px; min-height: 48px; padding: 4px 16px; border-bottom: 1px solid var(--line); background: var(--surface); }
.brand { color: var(--text); font-weight: 650; text-decoration: none; }
.brand span { color: var(--text-muted); font-weight: 400; }
nav ul { display: flex; flex-wrap: wrap; gap: 0 4px; }
nav a { display: flex; align-items: center; min-height: 40px; padding: 0 8px; font: 12.5px var(--mono); }
nav a[aria-current] { color: var(--text); font-weight: 600; }
main { display: grid; grid-template-columns: minmax(0, 1fr); gap: 20px; max-width: 1180px; margin: 0 auto; padding: 24px 16px 48px; }
.title { display: grid; gap: 2px; }
.title p, .updated { color: var(--text-muted); }
h1 { font-size: 22px; letter-spacing: -0.01em; line-height: 1.25; }
h1 code { font-size: 20px; }
h2 { margin-bottom: 10px; font-size: 16px; }
section { padding: 16px; border: 1px solid var(--line); border-radius: 6px; background: var(--surface); }
[data-part="progress"] { display: grid; gap: 14px; }
.state.done strong { color: var(--rise); }
.state.paused strong { color: var(--warn); }
.state.cancelled strong, .state.stopped strong, .bad { color: var(--fall); font-weight: 600; }
.bar { display: block; width: 100%; height: 12px; border-radius: 3px; background: var(--waiting); }
rect.done { fill: var(--rise); } rect.empty { fill: var(--empty); } rect.failed { fill: var(--fall); } rect.skipped { fill: var(--skipped); } rect.waiting { fill: var(--waiting); }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: 14px; }
dt { color: var(--text-muted); }
.figures strong { font-size: 20px; font-weight: 600; }
.figures dd { color: var(--text-muted); }
.figures strong { color: var(--text); }
.legend { display: flex; flex-wrap: wrap; gap: 6px 22px; }
.legend div { display: flex; gap: 6px; }
.legend dt { display: flex; align-items: center; gap: 6px; }
.key { width: 10px; height: 10px; border-radius: 2px; }
.wide { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: 13px; }
th, td { padding: 6px 12px 6px 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; white-space: nowrap; }
thead th { color: var(--text-muted); font-weight: 500; }
tbody th { font-weight: 500; }
.number { text-align: right; }
td.message { min-width: 320px; white-space: normal; overflow-wrap: anywhere; }
.notice { padding: 10px 14px; border: 1px solid var(--line); border-radius: 6px; background: var(--page); }
.notice.error { background: var(--fall-soft); }
@media (max-width: 760px) {
  thead { display: none; }
  tbody tr { display: grid; gap: 2px; padding: 8px 0; border-bottom: 1px solid var(--line); }
  tbody :is(td, th) { display: flex; gap: 12px; padding: 0; border: 0; text-align: left; white-space: normal; }
  tbody .number { text-align: left; }
  td::before { flex: 0 0 104px; color: var(--text-muted); content: attr(data-label); }
  td.message { display: block; min-width: 0; }
  td.message::before { display: inline-block; width: 116px; }
}
@media (max-width: 560px) { main { padding: 16px 10px 32px; } section { padding: 12px; } }
`

export const script = `const every = 2000
const lost = document.getElementById("lost")

const update = async () => {
  try {
    if (!document.hidden) {
      const response = await fetch(location.href, { cache: "no-store" })
      if (!response.ok) throw new Error(String(response.status))
      const next = new DOMParser().parseFromString(await response.text(), "text/html")
      for (const part of document.querySelectorAll("[data-part]")) {
        const fresh = next.querySelector('[data-part="' + part.dataset.part + '"]')
        if (fresh !== null && fresh.innerHTML !== part.innerHTML) part.replaceChildren(...fresh.childNodes)
      }
      document.title = next.title
      lost.hidden = true
    }
  } catch {
    lost.hidden = false
  }
  setTimeout(update, every)
}

if (lost !== null) setTimeout(update, every)
`

export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="M9 5v22M23 5v22" stroke="#64748b" stroke-width="2"/><path d="M5 10h8v12H5z" fill="#dc2626"/><path d="M19 8h8v12h-8z" fill="#16a34a"/></svg>
`

/** The style of every page. Its hash stands in the Content-Security-Policy. */
export const stylesheet = `
:root {
  color-scheme: light dark;
  --paper: #f5f6f4;
  --surface: #fff;
  --raised: #eef1ef;
  --ink: #1c2529;
  --soft: #56626a;
  --line: #d9dedb;
  --accent: #17607a;
  --on-accent: #fff;
  --string: #35682a;
  --number: #8f4700;
  --good: #1f6b3e;
  --bad: #a3342a;
  --sans: system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif;
  --mono: ui-monospace, 'SF Mono', 'Cascadia Code', Menlo, Consolas, 'DejaVu Sans Mono', monospace;
  --side: max(1rem, 50vw - 34rem);
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14191c;
    --surface: #1b2125;
    --raised: #252d32;
    --ink: #e3e8ea;
    --soft: #9eabb3;
    --line: #343e44;
    --accent: #85c9e2;
    --on-accent: #10242c;
    --string: #a8d293;
    --number: #efbb83;
    --good: #7fcf9b;
    --bad: #f0988d;
  }
}
*, ::before, ::after { box-sizing: border-box; }
html { scroll-padding-block: 1rem 5rem; -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  display: flex;
  flex-direction: column;
  min-height: 100vh;
  margin: 0;
  background: var(--paper);
  color: var(--ink);
  font: 1rem/1.55 var(--sans);
}
h1, h2, p, ul, dl, dd, pre { margin: 0; padding: 0; }
ul { list-style: none; }
code, pre, .method, .fields { font-family: var(--mono); font-size: .875rem; }
a { color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: .2em; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
main:focus { outline: none; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.skip {
  position: absolute;
  top: -4rem;
  left: var(--side);
  z-index: 2;
  padding: .5rem 1rem;
  border-radius: 0 0 6px 6px;
  background: var(--accent);
  color: var(--on-accent);
}
.skip:focus { top: 0; }

.banner {
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: .25rem 1.5rem;
  padding: .75rem var(--side);
  border-bottom: 1px solid var(--line);
  background: var(--surface);
}
.api { display: flex; align-items: center; gap: .6rem; font-weight: 650; overflow-wrap: anywhere; }
.mark { flex: none; width: 1.4rem; height: 1.4rem; color: var(--accent); }
.user { color: var(--soft); overflow-wrap: anywhere; }

main { flex: 1; width: 100%; padding: 2.25rem var(--side) 2.5rem; }
h1 { font-size: 1.9rem; line-height: 1.2; letter-spacing: -.015em; overflow-wrap: anywhere; }
.description { max-width: 44rem; margin-top: .4rem; color: var(--soft); white-space: pre-line; }

.request, .response { border: 1px solid var(--line); background: var(--surface); }
.request {
  margin-top: 1.5rem;
  padding: .8rem 1.25rem;
  border-radius: 10px 10px 0 0;
  overflow-wrap: anywhere;
}
.method {
  margin-right: .4rem;
  padding: .15rem .5rem;
  border-radius: 4px;
  background: var(--accent);
  color: var(--on-accent);
}
.response { border-top: 0; border-radius: 0 0 10px 10px; overflow: hidden; }
.status {
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  justify-content: space-between;
  gap: .25rem 1.5rem;
  padding: 1rem 1.25rem .5rem;
}
h2 { font-size: 1.05rem; }
.status h2::before {
  content: '';
  display: inline-block;
  width: .65em;
  height: .65em;
  margin-right: .5em;
  border-radius: 50%;
  background: currentColor;
}
.formats { display: flex; gap: 1rem; font-size: .9375rem; }
.good h2 { color: var(--good); }
.bad h2 { color: var(--bad); }
.fields { padding: 0 1.25rem 1rem; }
.fields div { display: grid; grid-template-columns: minmax(9rem, auto) 1fr; gap: 0 1rem; padding: .1rem 0; }
.fields dt { color: var(--soft); }
.fields dd { overflow-wrap: anywhere; }
.body {
  overflow-x: auto;
  padding: 1.1rem 1.25rem 1.3rem;
  border-top: 1px solid var(--line);
  line-height: 1.65;
  tab-size: 2;
}
.bad .body { white-space: pre-wrap; overflow-wrap: anywhere; }
.body:focus-visible { outline-offset: -3px; border-radius: 0 0 10px 10px; }
.s { color: var(--string); unicode-bidi: isolate; }
.n { color: var(--number); }

.pages {
  position: sticky;
  bottom: 0;
  padding: .6rem var(--side);
  border-top: 1px solid var(--line);
  background: var(--surface);
}
.pages ul { display: flex; flex-wrap: wrap; align-items: center; justify-content: center; gap: .25rem; }
.pagination a, .step, .gap {
  display: block;
  min-width: 2.4rem;
  padding: .3rem .6rem;
  border-radius: 6px;
  text-align: center;
  text-decoration: none;
  font-variant-numeric: tabular-nums;
}
.pages a:hover { background: var(--raised); }
.pages a[aria-current] { background: var(--accent); color: var(--on-accent); font-weight: 600; }
.gap, span.step { color: var(--soft); }
.prev::before { content: '\\2190\\a0'; }
.next::after { content: '\\a0\\2192'; }

@media (max-width: 40rem) {
  main { padding-block: 1.5rem 2rem; }
  h1 { font-size: 1.6rem; }
  .request, .response { margin-inline: -1rem; border-inline: 0; border-radius: 0; }
  .request, .status, .fields, .body { padding-inline: 1rem; }
  .fields div { grid-template-columns: 8.75rem 1fr; gap: 0 .75rem; }
  .pages ul { gap: 0; }
  .pagination a, .pagination .step, .gap { min-width: 2.1rem; padding-inline: .3rem; }
  .pagination .step span { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .pagination .prev::before { content: '\\2190'; }
  .pagination .next::after { content: '\\2192'; }
}
`

/** Colours, text, the banner: what every page has. */
export const baseStyle = `
:root {
  color-scheme: light dark;
  --paper: #f5f6f4;
  --surface: #fff;
  --raised: #eef1ef;
  --ink: #1c2529;
  --soft: #56626a;
  --line: #d9dedb;
  --edge: #808b90;
  --accent: #17607a;
  --accent-strong: #0e4a60;
  --on-accent: #fff;
  --string: #35682a;
  --number: #8f4700;
  --good: #1f6b3e;
  --good-soft: #e3f2e8;
  --bad: #a3342a;
  --bad-soft: #fbe9e7;
  --sans: system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif;
  --mono: ui-monospace, 'SF Mono', 'Cascadia Code', Menlo, Consolas, 'DejaVu Sans Mono', monospace;
  --width: 72rem;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14191c;
    --surface: #1b2125;
    --raised: #252d32;
    --ink: #e3e8ea;
    --soft: #9eabb3;
    --line: #343e44;
    --edge: #75838b;
    --accent: #85c9e2;
    --accent-strong: #b0def0;
    --on-accent: #10242c;
    --string: #a8d293;
    --number: #efbb83;
    --good: #7fcf9b;
    --good-soft: #1c3326;
    --bad: #f0988d;
    --bad-soft: #3b2220;
  }
}
*, ::before, ::after { box-sizing: border-box; }
html { scroll-padding-block: 1rem 5rem; -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  --side: max(1rem, 50vw - var(--width) / 2);
  display: flex;
  flex-direction: column;
  min-height: 100vh;
  margin: 0;
  background: var(--paper);
  color: var(--ink);
  font: 1rem/1.55 var(--sans);
}
.narrow { --width: 26rem; }
h1, h2, h3, p, ul, dl, dd, pre { margin: 0; padding: 0; }
ul { list-style: none; }
code, pre, .method, .fields, textarea.code { font-family: var(--mono); font-size: .875rem; }
a { color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: .2em; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
main:focus { outline: none; }
h1 { font-size: 1.9rem; line-height: 1.2; letter-spacing: -.015em; overflow-wrap: anywhere; }
h2 { font-size: 1.05rem; }
.description { max-width: 44rem; margin-top: .4rem; color: var(--soft); white-space: pre-line; overflow-wrap: anywhere; }
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
  align-items: center;
  gap: .25rem 1.5rem;
  padding: .6rem var(--side);
  border-bottom: 1px solid var(--line);
  background: var(--surface);
}
.narrow .banner { --side: max(1rem, 50vw - 36rem); }
.api { font-weight: 650; overflow-wrap: anywhere; }
.api a { display: flex; align-items: center; gap: .6rem; padding-block: .25rem; color: inherit; text-decoration: none; }
.mark { flex: none; width: 1.4rem; height: 1.4rem; color: var(--accent); }
.links ul { display: flex; flex-wrap: wrap; gap: .25rem; }
.links a { display: block; padding: .25rem .6rem; border-radius: 6px; color: var(--soft); text-decoration: none; }
.links a:hover { background: var(--raised); color: var(--ink); }
.links a[aria-current] { color: var(--accent); font-weight: 600; }
.user { display: flex; align-items: center; gap: .75rem; margin-left: auto; min-height: 2.25rem; color: var(--soft); overflow-wrap: anywhere; }

main { flex: 1; width: 100%; padding: 2.25rem var(--side) 2.5rem; }

@media (max-width: 40rem) {
  main { padding-block: 1.5rem 2rem; }
  h1 { font-size: 1.6rem; }
}
`

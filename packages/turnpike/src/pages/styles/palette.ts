/** Colours and fonts, light and dark; print is always light. */
export const paletteStyle = `
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
@media print {
  :root { color-scheme: light; }
}
@media screen and (prefers-color-scheme: dark) {
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
`

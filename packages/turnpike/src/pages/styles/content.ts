/** Elements of pages other than the browsable API: lists, tables, states. */
export const contentStyle = `
.head { display: flex; flex-wrap: wrap; align-items: end; justify-content: space-between; gap: .75rem 1.5rem; }
.trail { margin-bottom: .4rem; font-size: .9375rem; }
.trail ol { display: flex; flex-wrap: wrap; margin: 0; padding: 0; list-style: none; overflow-wrap: anywhere; }
.trail li + li::before { content: '/'; margin-inline: .5rem; color: var(--soft); }
.stack > * + * { margin-top: 1.25rem; }
.scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: 10px; background: var(--surface); }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
caption { text-align: left; }
th, td { padding: .6rem 1rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: baseline; }
thead th { color: var(--soft); font-size: .875rem; font-weight: 600; white-space: nowrap; }
thead th a { color: inherit; text-decoration: none; }
thead th a:hover { text-decoration: underline; }
tbody tr:last-child > * { border-bottom: 0; }
tbody tr:hover { background: var(--raised); }
.state { display: inline-block; padding: .05rem .55rem; border: 1px solid var(--line); border-radius: 999px; color: var(--soft); font-size: .8125rem; font-weight: 600; white-space: nowrap; }
.state.good { border-color: transparent; background: var(--good-soft); color: var(--good); }
.state.bad { border-color: transparent; background: var(--bad-soft); color: var(--bad); }
.routes { margin-top: 1.5rem; border: 1px solid var(--line); border-radius: 10px; background: var(--surface); }
.routes > li { display: grid; grid-template-columns: 1fr 1.4fr; gap: .25rem 2rem; padding: .9rem 1.25rem; border-bottom: 1px solid var(--line); }
.routes > li:last-child { border-bottom: 0; }
.paths { display: grid; gap: .5rem; align-content: start; }
.paths li { display: flex; flex-wrap: wrap; align-items: baseline; gap: .1rem .75rem; }
.paths li > p { flex-basis: 100%; font-size: .9375rem; }
.routes .path { overflow-wrap: anywhere; font-family: var(--mono); font-size: .9375rem; }
.routes .methods { display: flex; flex-wrap: wrap; gap: .3rem; }
.routes p { color: var(--soft); overflow-wrap: anywhere; }
.routes strong { color: var(--ink); font-weight: 600; }
.verb { padding: .05rem .4rem; border: 1px solid var(--line); border-radius: 4px; color: var(--soft); font: 600 .75rem/1.5 var(--mono); }
button .verb, .button .verb { margin-left: .35rem; padding: 0; border: 0; color: inherit; font-weight: 500; opacity: .8; }
main > .code { color: var(--soft); font: 600 1rem/1 var(--mono); margin-bottom: .5rem; }

@media (max-width: 40rem) {
  .routes { margin-inline: -1rem; border-inline: 0; border-radius: 0; }
  .routes > li { grid-template-columns: 1fr; padding-inline: 1rem; }
}
`

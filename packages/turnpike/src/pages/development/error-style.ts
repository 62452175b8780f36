/** Additions for the page of an error. */
export const errorStyle = `
.error > .code { color: var(--bad); }
.error .message { max-width: 60rem; margin-top: .6rem; font-size: 1.1rem; white-space: pre-wrap; overflow-wrap: anywhere; }
.error .where { margin-top: .6rem; color: var(--soft); overflow-wrap: anywhere; }
.error ol { margin: 0; padding: 0; list-style: none; }
.error section { margin-top: 1.75rem; }
.error h2 { overflow-wrap: anywhere; }
.error ol.frames { margin-top: .8rem; border: 1px solid var(--line); border-radius: 10px; background: var(--surface); overflow: hidden; }
.error .frames > li { border-bottom: 1px solid var(--line); }
.error .frames > li:last-child { border-bottom: 0; }
.error .frame { display: flex; flex-wrap: wrap; justify-content: space-between; gap: .1rem 1.5rem; padding: .55rem 1.25rem; }
.error .frame > * { min-width: 0; overflow-wrap: anywhere; }
.error .frame code { font-weight: 600; }
.error .frame .file { color: var(--soft); font: .875rem/1.5 var(--mono); }
.error .foreign .frame code { font-weight: 400; color: var(--soft); }
.error .source { overflow-x: auto; padding: .6rem 0; border-top: 1px solid var(--line); background: var(--raised); font: .875rem/1.6 var(--mono); tab-size: 2; }
.error .source ol { width: max-content; min-width: 100%; }
.error .source li { display: flex; padding-inline: 1.25rem; white-space: pre; }
.error .source span { flex: none; width: 3.5em; color: var(--soft); user-select: none; }
.error .source .at { background: var(--bad-soft); box-shadow: inset 4px 0 var(--bad); }
.error .source .at span { color: var(--bad); font-weight: 600; }
.error details { margin-top: 1.75rem; }
.error summary { cursor: pointer; font-weight: 600; }
.error .raw { margin-top: .6rem; padding: .9rem 1.25rem; border: 1px solid var(--line); border-radius: 10px; background: var(--surface); overflow-x: auto; }
.error .note { margin-top: 1.75rem; color: var(--soft); font-size: .9375rem; }

@media (max-width: 40rem) {
  .error .frames, .error .raw { margin-inline: -1rem; border-inline: 0; border-radius: 0; }
  .error .frame, .error .source li { padding-inline: 1rem; }
  .error .source span { width: 3em; }
}
@media (forced-colors: active) {
  .error .source .at { outline: 2px solid Highlight; outline-offset: -2px; }
}
`

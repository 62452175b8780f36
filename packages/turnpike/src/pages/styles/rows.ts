/** A list: the form that searches and filters it, and its rows as a table. */
export const rowsStyle = `
.query { margin-bottom: 1.5rem; }
.find { display: flex; flex-wrap: wrap; align-items: start; gap: .6rem; }
.find .field { flex: 1 1 14rem; margin: 0; }
.find .buttons { margin: 1.7rem 0 0; }
.find .buttons > * { padding-block: .5rem; }
.find + .filters { margin-top: .8rem; }
.filters summary { font-weight: 600; cursor: pointer; }
.filters .used { color: var(--soft); font-weight: 400; overflow-wrap: anywhere; }
.nothing { padding: 1rem 1.25rem; border-top: 1px solid var(--line); color: var(--soft); }
.groups { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(13rem, 100%), 1fr)); gap: 1rem 1.25rem; align-items: start; margin-top: .9rem; }
.groups .field { margin: 0; }
.groups fieldset { grid-column: 1 / -1; min-width: 0; margin: 0; padding: .6rem 1rem 1rem; border: 1px solid var(--line); border-radius: 8px; }
.groups legend { padding: 0 .35rem; font-size: .9375rem; font-weight: 600; }
.group { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(12.5rem, 100%), 1fr)); gap: .75rem 1.25rem; align-items: start; }
.group label { font-weight: 500; }
/* A shadow where there is more: the covers scroll with the table, the shadows do not. */
.rows {
  --shade: color-mix(in srgb, var(--edge) 55%, transparent);
  overflow-x: auto;
  border-radius: 0 0 10px 10px;
  background:
    linear-gradient(to right, var(--surface) 30%, transparent) left / 3rem 100% no-repeat local,
    linear-gradient(to left, var(--surface) 30%, transparent) right / 3rem 100% no-repeat local,
    linear-gradient(to right, var(--shade), transparent) left / .7rem 100% no-repeat scroll,
    linear-gradient(to left, var(--shade), transparent) right / .7rem 100% no-repeat scroll;
}
.rows:focus-visible { outline-offset: -3px; }
.rows caption { padding: .7rem 1.25rem .3rem; color: var(--soft); font-size: .9375rem; }
.rows th, .rows td { max-width: 26rem; padding: .45rem .75rem; font-size: .9375rem; white-space: nowrap; overflow-wrap: break-word; }
.rows th:first-child { padding-left: 1.25rem; }
.rows tr > :last-child { padding-right: 1.25rem; }
.rows thead th { font: 600 .8125rem/1.5 var(--mono); }
.rows thead a { color: var(--accent); text-decoration: underline dotted 1px; }
.rows thead [aria-sort] a { color: var(--ink); text-decoration: none; }
.rows tbody th { font-weight: 600; }
.rows code { font-size: .8125rem; }
.rows a .n { color: inherit; }
.rows .t { unicode-bidi: isolate; }
.rows .long { display: block; min-width: 16rem; white-space: normal; }
.null { color: var(--soft); }
.zone::before { content: '·\\a0'; }
.item { border-top: 0; }
.item th { width: 11rem; padding: .5rem .75rem .5rem 1.25rem; color: var(--soft); font: 600 .8125rem/1.6 var(--mono); overflow-wrap: anywhere; }
.item td { padding: .5rem 1.25rem .5rem .75rem; white-space: pre-line; overflow-wrap: anywhere; }

@media (min-width: 48rem) {
  .groups .pair { grid-column: span 2; }
}
@media (max-width: 40rem) {
  .exchange .query { margin-inline: -1rem; padding-inline: 1rem; border-inline: 0; border-radius: 0; }
  .nothing { padding-inline: 1rem; }
  .rows caption, .rows th:first-child, .item th { padding-left: 1rem; }
  .item th { width: 8rem; }
}
`

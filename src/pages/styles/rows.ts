/** The rows of a list as a table. */
export const rowsStyle = `
.rows { overflow-x: auto; border-radius: 0 0 10px 10px; }
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

@media (max-width: 40rem) {
  .rows caption, .rows th:first-child { padding-left: 1rem; }
}
`

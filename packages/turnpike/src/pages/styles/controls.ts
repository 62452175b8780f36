/** The page controls at the lower edge of the window. */
export const controlsStyle = `
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
  .pages ul { gap: 0; }
  .pagination a, .pagination .step, .gap { min-width: 2.1rem; padding-inline: .3rem; }
  .pagination .step span { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .pagination .prev::before { content: '\\2190'; }
  .pagination .next::after { content: '\\2192'; }
}
`

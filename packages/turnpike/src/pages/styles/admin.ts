/** Additions for the pages of the admin. */
export const adminStyle = `
.admin-tabs { margin: -1rem 0 1.5rem; border-bottom: 1px solid var(--line); }
.admin-tabs ul { display: flex; gap: .25rem; margin-bottom: -1px; }
.admin-tabs a { display: block; padding: .5rem .9rem; border-bottom: 3px solid transparent; color: var(--soft); font-weight: 600; text-decoration: none; }
.admin-tabs a:hover { color: var(--ink); }
.admin-tabs a[aria-current] { border-color: var(--accent); color: var(--accent); }
.admin > .head { align-items: center; }
.admin > .notice { margin-top: 1.25rem; }
.titled { display: flex; flex-wrap: wrap; align-items: center; gap: .4rem .9rem; min-width: 0; }
.states { white-space: nowrap; }
.state.staff { border-color: var(--accent); color: var(--accent); }

.tiles { display: grid; grid-template-columns: repeat(4, 1fr); gap: .9rem; margin-top: 1.5rem; }
.tiles a { display: block; padding: .9rem 1.1rem; border: 1px solid var(--line); border-radius: 10px; background: var(--surface); color: var(--soft); text-decoration: none; }
.tiles a:hover { border-color: var(--accent); }
.tiles b { display: block; color: var(--ink); font-size: 1.75rem; line-height: 1.25; font-variant-numeric: tabular-nums; }
.newest { margin-top: 2rem; }
.newest .head { margin-bottom: .7rem; }

.search { flex: 1 1 22rem; }
.admin > .search { margin-top: 1.75rem; }
.search div { display: flex; gap: .5rem; margin-top: .25rem; }
.search input[type='search'] { flex: 1; min-width: 0; margin: 0; background: var(--surface); }
.tools { display: flex; flex-wrap: wrap; align-items: end; gap: 1rem 2rem; margin-top: 1.25rem; }
.choice > span { display: block; font-size: .9375rem; font-weight: 600; }
.choice ul { display: flex; margin-top: .25rem; border: 1px solid var(--edge); border-radius: 6px; background: var(--surface); overflow: hidden; }
.choice li + li { border-left: 1px solid var(--edge); }
.choice a { display: block; padding: .49rem .75rem; color: var(--ink); font-size: .9375rem; text-decoration: none; }
.choice a:hover { background: var(--raised); }
.choice a[aria-current] { background: var(--accent); color: var(--on-accent); font-weight: 600; }
.choice a:focus-visible { outline-offset: -3px; }
.count, .empty { margin: 1.1rem 0 .6rem; color: var(--soft); overflow-wrap: anywhere; }
.empty { padding: 2rem 1rem; border: 1px dashed var(--edge); border-radius: 10px; text-align: center; }

.list th[scope='row'] { font-weight: 600; }
.list th, .list .email { overflow-wrap: anywhere; }
.list thead th, .list .states, .list .when { white-space: nowrap; }
.list .when { color: var(--soft); }
.list thead a { text-decoration: underline dotted 1px; }
.list thead [aria-sort] a { color: var(--ink); }
.none { color: var(--soft); }
.masked { letter-spacing: .04em; white-space: nowrap; }

.columns { display: grid; grid-template-columns: 1fr 1fr; align-items: start; gap: 1.25rem; margin-top: 1.5rem; }
.columns > :nth-child(2) { grid-row: span 2; }
.deeds > li { display: flex; align-items: center; justify-content: space-between; gap: .75rem 1.25rem; padding: .9rem 0; border-top: 1px solid var(--line); }
.deeds > li:first-child { padding-top: 0; border-top: 0; }
.deeds > li:last-child { padding-bottom: 0; }
.deeds h3 { font-size: .9375rem; }
.deeds p { color: var(--soft); font-size: .9375rem; }
.deeds .button, .deeds button { flex: none; white-space: nowrap; }
.token { font-size: 1.15rem; }
.token code { font-size: 1.05rem; }

.card.form, .card.confirm, .card.key { max-width: 40rem; margin-top: 1.5rem; }
.card.form { max-width: 52rem; }
.pairs { display: grid; grid-template-columns: 1fr 1fr; align-items: start; gap: 1.1rem 1.5rem; }
.pairs > .field { margin: 0; }
.effects { list-style: disc; padding-left: 1.25rem; }
.effects + .field, .effects + input + .field { margin-top: 1.25rem; }
.effects li + li { margin-top: .3rem; }
.confirm { border-top: 4px solid var(--bad); }
.confirm .buttons, .form .buttons { margin-top: 1.5rem; }
.key h3 { margin-top: 1.4rem; font-size: .9375rem; }
.secret { display: block; padding: .8rem 1rem; border: 1px solid var(--accent); border-radius: 6px; background: var(--paper); font-size: 1.05rem; overflow-wrap: anywhere; user-select: all; }
.sent { margin-top: .35rem; padding: .6rem 1rem; border-radius: 6px; background: var(--raised); white-space: pre-wrap; overflow-wrap: anywhere; }
.key .help { margin-top: .6rem; }

.card.keys-of { margin-top: 1.25rem; }
.keys-of .head { flex-wrap: wrap; align-items: center; margin-bottom: .7rem; }
.keys-of .head .buttons { margin: 0; }
.keys-of .more { margin-top: .8rem; }
.keys td, .keys tbody th { vertical-align: top; }
.keys .limits { margin-top: .15rem; color: var(--soft); font-size: .875rem; font-weight: 400; }
.keys summary { cursor: pointer; }
.keys td { white-space: nowrap; }
.keys .owner { white-space: normal; overflow-wrap: anywhere; }
fieldset.scopes { min-width: 0; padding: 0; border: 0; }
.scopes legend { padding: 0; font-size: .9375rem; font-weight: 600; }
.scopes .field { margin-top: .35rem; }
.scopes label { font-weight: 400; overflow-wrap: anywhere; }

@media (max-width: 56rem) {
  .columns { grid-template-columns: 1fr; }
}
@media (max-width: 40rem) {
  .admin-tabs { margin: -1.5rem -1rem 1.25rem; padding-inline: 1rem; background: var(--surface); }
  .admin-tabs ul { gap: 0; overflow-x: auto; }
  .admin-tabs a { padding-inline: .3rem; font-size: .875rem; white-space: nowrap; }
  .tiles { grid-template-columns: 1fr 1fr; gap: .6rem; }
  .tools { gap: .9rem; }
  .choice { flex: 1 1 100%; }
  .choice li { flex: 1; text-align: center; }
  .admin .scroll, .columns, .card.form, .card.confirm, .card.key { margin-inline: -1rem; }
  .admin .scroll, .columns .card, .card.form, .card.confirm, .card.key { border-inline: 0; border-radius: 0; padding-inline: 0; }
  .columns .card, .card.form, .card.confirm, .card.key { padding-inline: 1rem; }
  .columns { gap: .75rem; }
  .pairs { grid-template-columns: 1fr; gap: .9rem; }
  .list, .list thead, .list tbody { display: block; }
  .list tr { display: flex; flex-wrap: wrap; gap: .1rem .75rem; padding: .75rem 1rem; border-bottom: 1px solid var(--line); }
  .list tbody tr:last-child { border-bottom: 0; }
  .list :is(th, td) { padding: 0; border: 0; }
  .list thead tr { flex-wrap: nowrap; gap: .9rem; padding-block: .6rem; overflow-x: auto; }
  .list thead:not(:has(a)) { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .list thead:not(:has(a)) tr { overflow: hidden; }
  .list thead th { font-size: .8125rem; }
  .list th[scope='row'] { flex: 1 1 8rem; }
  .list .email { flex: 1 1 100%; order: 1; color: var(--soft); }
  .list td:has(.none[aria-label]) { display: none; }
  .list tbody .when { display: none; }
  .deeds > li { flex-wrap: wrap; }
  .card.keys-of { margin-inline: -1rem; padding-inline: 1rem; border-inline: 0; border-radius: 0; margin-top: .75rem; }
  .keys tbody th[scope='row'] { flex: 1 1 100%; }
  .keys tbody .beginning { flex: 1 1 100%; }
  .keys tbody .when { display: block; flex: 1 1 5.5rem; }
  .keys tbody .states { flex: 1; }
  .keys tbody .when::before { content: attr(data-label); display: block; font-size: .8125rem; }
}
`

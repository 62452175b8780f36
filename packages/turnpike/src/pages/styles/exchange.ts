/** The page of a response: request, status, fields, body, and the forms beside them. */
export const exchangeStyle = `
.request, .response { border: 1px solid var(--line); background: var(--surface); }
.exchange { display: grid; gap: 1.5rem; margin-top: 1.5rem; }
.exchange > * { min-width: 0; }
.wide .exchange { grid-template-columns: minmax(0, 1fr) minmax(20rem, 26rem); align-items: start; }
.wide .refused > .forms { grid-column: 2; grid-row: 1; }
.wide .refused > :not(.forms) { grid-column: 1; grid-row: 1; }
.forms { display: grid; gap: 1rem; }
.request {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: .5rem 1.5rem;
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
.actions { display: flex; gap: .5rem; }
.response { border-top: 0; border-radius: 0 0 10px 10px; overflow: hidden; }
.status {
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  justify-content: space-between;
  gap: .25rem 1.5rem;
  padding: 1rem 1.25rem .5rem;
}
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
.ordering { display: flex; flex-wrap: wrap; gap: .25rem .75rem; padding: .55rem 1.25rem; border-top: 1px solid var(--line); color: var(--soft); font-size: .9375rem; }
.ordering ul { display: flex; flex-wrap: wrap; gap: .25rem .9rem; }
.ordering a[aria-current] { color: var(--ink); font-weight: 600; text-decoration: none; }
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
.bodies { border-top: 1px solid var(--line); }
.bodies > label { margin-top: .35rem; }
.bodies > label:first-of-type { margin-left: .35rem; }
.bodies > .panel { padding-top: 0; min-width: 0; }
.bodies .fields { padding-top: 1rem; }
.jump { display: none; }

@media (max-width: 64rem) {
  .wide .exchange { grid-template-columns: minmax(0, 1fr); }
  .wide .refused > :is(.forms, :not(.forms)) { grid-column: 1; grid-row: auto; }
  .jump { display: block; margin-top: .6rem; }
}
@media (max-width: 40rem) {
  .request, .response, .forms .card { margin-inline: -1rem; border-inline: 0; border-radius: 0; }
  .request, .status, .fields, .ordering, .body { padding-inline: 1rem; }
  .fields div { grid-template-columns: 8.75rem 1fr; gap: 0 .75rem; }
}
`

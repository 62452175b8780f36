/** Forms and their cards. */
export const formsStyle = `
.danger { border-color: var(--bad); background: transparent; color: var(--bad); }
.danger:hover { border-color: var(--bad); background: var(--bad-soft); }
form button.danger { background: var(--bad); color: var(--surface); }
.buttons { display: flex; flex-wrap: wrap; gap: .6rem; margin-top: 1.1rem; }

.card {
  padding: 1.1rem 1.25rem 1.3rem;
  border: 1px solid var(--line);
  border-radius: 10px;
  background: var(--surface);
}
.card > h2 { margin-bottom: .7rem; }
.narrow h1 { margin-bottom: 1.25rem; }
.narrow .card button { width: 100%; padding-block: .55rem; }

.field { margin-top: .9rem; }
.field:first-of-type { margin-top: 0; }
label { display: block; font-size: .9375rem; font-weight: 600; }
.required { color: var(--bad); }
input:not([type='checkbox'], [type='radio'], [type='hidden']), select, textarea {
  display: block;
  width: 100%;
  margin-top: .25rem;
  padding: .45rem .6rem;
  border: 1px solid var(--edge);
  border-radius: 6px;
  background: var(--paper);
  color: var(--ink);
  font: inherit;
}
textarea { resize: vertical; }
textarea.code { font: .875rem/1.5 var(--mono); white-space: pre; overflow-x: auto; }
select { appearance: auto; }
.wrong input, .wrong select, .wrong textarea { border-color: var(--bad); box-shadow: inset 3px 0 var(--bad); }
.tick { display: flex; align-items: center; gap: .5rem; }
input[type='checkbox'] { width: 1.1rem; height: 1.1rem; margin: 0; accent-color: var(--accent); }
.help { margin-top: .25rem; color: var(--soft); font-size: .875rem; }
.errors { margin-top: .25rem; color: var(--bad); font-size: .9rem; font-weight: 500; }
.notice { padding: .7rem 1rem; border-left: 4px solid var(--accent); border-radius: 6px; background: var(--raised); overflow-wrap: anywhere; }
.notice.good { border-color: var(--good); background: var(--good-soft); }
.notice.bad { border-color: var(--bad); background: var(--bad-soft); }
.signin { display: flex; flex-wrap: wrap; align-items: center; gap: .75rem; margin-top: 1.25rem; }
.notice + * { margin-top: 1rem; }
.card .notice + .field { margin-top: 1rem; }

.tabs { display: grid; grid-template-columns: auto auto 1fr; }
.tabs > input { position: absolute; opacity: 0; pointer-events: none; }
.tabs > label {
  grid-row: 1;
  padding: .3rem .9rem;
  border-bottom: 3px solid transparent;
  color: var(--soft);
  cursor: pointer;
}
.tabs > label:hover { color: var(--ink); }
.tabs > input:checked + label { border-color: var(--accent); color: var(--ink); }
.tabs > input:focus-visible + label { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
.panel { display: none; grid-row: 2; grid-column: 1 / -1; padding-top: 1rem; border-top: 1px solid var(--line); margin-top: -1px; }
.tabs > input:first-of-type:checked ~ .panel:nth-of-type(1),
.tabs > input:last-of-type:checked ~ .panel:nth-of-type(2) { display: block; }

.ask summary { list-style: none; }
.ask summary::-webkit-details-marker { display: none; }
.ask { min-height: 5.25rem; margin-top: .9rem; }
.ask .buttons { margin-top: .6rem; }
`

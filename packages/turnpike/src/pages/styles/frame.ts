/** The frame of all pages, including the documentation. */
export const frameStyle = `
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
a { color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: .2em; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
main:focus { outline: none; }
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
.api { font-weight: 650; overflow-wrap: anywhere; }
.api a { display: flex; align-items: center; gap: .6rem; padding-block: .25rem; color: inherit; text-decoration: none; }
.mark { flex: none; width: 1.4rem; height: 1.4rem; color: var(--accent); }
.links ul { display: flex; flex-wrap: wrap; gap: .25rem; }
.links a { display: block; padding: .25rem .6rem; border-radius: 6px; color: var(--soft); text-decoration: none; }
.links a:hover { background: var(--raised); color: var(--ink); }
.links a[aria-current] { color: var(--accent); font-weight: 600; }
.user { display: flex; align-items: center; gap: .75rem; margin-left: auto; min-height: 2.25rem; color: var(--soft); overflow-wrap: anywhere; }

@media (max-width: 40rem) {
  .banner { gap: .25rem .75rem; }
  .banner .api { flex: 1 1 0; min-width: 6rem; }
  .links { order: 1; flex-basis: 100%; }
  .links a { padding-left: 0; padding-right: .8rem; }
  .user { gap: .5rem; font-size: .875rem; text-align: right; }
}
`

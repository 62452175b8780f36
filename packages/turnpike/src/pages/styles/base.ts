/** Headings, text, and parts of the banner that only some pages have. */
export const baseStyle = `
*, ::before, ::after { box-sizing: border-box; }
.narrow { --width: 26rem; }
h1, h2, h3, p, ul, dl, dd, pre { margin: 0; padding: 0; }
ul { list-style: none; }
code, pre, .method, .fields, textarea.code { font-family: var(--mono); font-size: .875rem; }
h1 { font-size: 1.9rem; line-height: 1.2; letter-spacing: -.015em; overflow-wrap: anywhere; }
h2 { font-size: 1.05rem; }
.description { max-width: 44rem; margin-top: .4rem; color: var(--soft); white-space: pre-line; overflow-wrap: anywhere; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.narrow .banner { --side: max(1rem, 50vw - 36rem); }
.links ul { display: flex; flex-wrap: wrap; gap: .25rem; }
.links a { display: block; padding: .25rem .6rem; border-radius: 6px; color: var(--soft); text-decoration: none; }
.links a:hover { background: var(--raised); color: var(--ink); }
.links a[aria-current] { color: var(--accent); font-weight: 600; }
.user { display: flex; align-items: center; gap: .75rem; margin-left: auto; min-height: 2.25rem; color: var(--soft); overflow-wrap: anywhere; }

main { flex: 1; width: 100%; padding: 2.25rem var(--side) 2.5rem; }

@media (max-width: 40rem) {
  .banner { gap: .25rem .75rem; }
  .banner .api { flex: 1 1 0; min-width: 6rem; }
  .links { order: 1; flex-basis: 100%; }
  .links a { padding-left: 0; padding-right: .8rem; }
  .user { gap: .5rem; font-size: .875rem; text-align: right; }
  main { padding-block: 1.5rem 2rem; }
  h1 { font-size: 1.6rem; }
}
`

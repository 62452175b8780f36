/** Headings and text. */
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
main { flex: 1; width: 100%; padding: 2.25rem var(--side) 2.5rem; }

@media (max-width: 40rem) {
  main { padding-block: 1.5rem 2rem; }
  h1 { font-size: 1.6rem; }
}
`

/**
 * Buttons, and links that look like them.
 *
 * @param within an element with a space after it, which they are in: `.banner `. Default anywhere.
 */
export const buttonStyle = (within = ''): string => `
${within}button, ${within}.button {
  display: inline-block;
  padding: .4rem .95rem;
  border: 1px solid var(--accent);
  border-radius: 6px;
  background: var(--accent);
  color: var(--on-accent);
  font: 600 .9375rem/1.4 var(--sans);
  text-decoration: none;
  cursor: pointer;
}
${within}button:hover, ${within}.button:hover { border-color: var(--accent-strong); background: var(--accent-strong); }
${within}.second, ${within}.quiet { border-color: var(--edge); background: transparent; color: var(--ink); font-weight: 500; }
${within}.quiet { padding: .2rem .7rem; font-size: .875rem; }
${within}.second:hover, ${within}.quiet:hover { border-color: var(--edge); background: var(--raised); }
`

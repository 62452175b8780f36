import { createHash } from 'node:crypto'
import type { PageParts } from './html.ts'

/**
 * A page with a content security policy as its first element: its own scripts and styles by their
 * hashes, nothing of another host. WebAssembly is the search. Attributes have styles, because the
 * colours of highlighted code are variables in them.
 */
export function withContentPolicy(html: string, { scripts, styles }: PageParts): string {
  const policy = [
    "default-src 'none'",
    ["script-src 'self' 'wasm-unsafe-eval'", ...hashes(scripts)].join(' '),
    // The search adds no style of its own; it is part of the style sheets.
    ["style-src-elem 'self'", ...hashes(styles)].join(' '),
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ')
  const meta = `<meta http-equiv="content-security-policy" content="${policy}">`
  return html.replace(/<head>(?:<meta charset="utf-8" ?\/?>)?/, (start) => start + meta)
}

const hashes = (texts: readonly string[]): string[] =>
  [...new Set(texts)].map(
    (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  )

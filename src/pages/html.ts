import type { html } from 'hono/html'

/** Markup made by `html` of `hono/html`, which escapes every text that is put into it. */
export type Html = ReturnType<typeof html>

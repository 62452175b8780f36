import type { html } from 'hono/html'

/** Markup from `html` of `hono/html`, which escapes every interpolated string. */
export type Html = ReturnType<typeof html>

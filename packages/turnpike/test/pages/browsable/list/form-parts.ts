/** The part of the page from the first text to the second; empty when the first is not there. */
export function partOf(page: string, from: string, until: string): string {
  const start = page.indexOf(from)
  return start < 0 ? '' : page.slice(start, page.indexOf(until, start))
}

/** The inputs of a form: type, name and value, as they are written. */
export const inputs = (form: string): string[][] =>
  [...form.matchAll(/<input ([^>]*)>/g)].map(([, attributes = '']) =>
    ['type', 'name', 'value'].map(
      (name) => new RegExp(`(?:^| )${name}="([^"]*)"`).exec(attributes)?.[1] ?? '',
    ),
  )

/** The links by their text. */
export const linksOf = (part: string): Record<string, string> =>
  Object.fromEntries(
    [...part.matchAll(/<a [^>]*?href="([^"]*)"[^>]*>(.*?)<\/a>/g)].map(
      ([, href = '', text = '']) => [text.replace(/<[^>]*>/g, ''), href.replaceAll('&amp;', '&')],
    ),
  )

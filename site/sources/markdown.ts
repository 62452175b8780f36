/** Code, in which nothing is a link: a fenced block, or a span between backticks. */
const code = /^ *(`{3,})[^\n]*\n[\s\S]*?^ *\1`*$|(`+)(?!`)[\s\S]*?[^`]\2(?!`)/

/** `](target`, `[label]: target`, and `src="target"` of an image in HTML. */
const link = /(\]\(|^\[[^\]\n]+\]: |<img [^>]*?src=")([^)\s"]+)/

/** A text with every target of a link or image replaced. */
export const withTargets = (text: string, change: (target: string) => string): string =>
  text.replaceAll(
    new RegExp(`${code.source}|${link.source}`, 'gm'),
    (all, _fence, _ticks, before?: string, target?: string) =>
      before === undefined || target === undefined ? all : before + change(target),
  )

/** The targets of the links of a text, in their order. */
export function targetsOf(text: string): string[] {
  const targets: string[] = []
  withTargets(text, (target) => {
    targets.push(target)
    return target
  })
  return targets
}

/** A page without its first heading, which is its title. */
export function splitTitle(text: string): { title: string; body: string } | null {
  const [heading, title] = /^# (.+)\n+/m.exec(text) ?? []
  if (heading === undefined || title === undefined) return null
  return { title: plain(title), body: text.replace(heading, '') }
}

/** The first sentence of the first paragraph, or null if there is none. */
export function firstSentence(body: string): string | null {
  const paragraphs = body.replaceAll(/^```[\s\S]*?^```$/gm, '').split(/\n{2,}/)
  const first = paragraphs.map((each) => each.trim()).find((each) => /^[\w`*[“"]/.test(each))
  if (first === undefined) return null
  const [sentence = ''] = /^[\s\S]*?[.?!:](?=\s|$)|^[\s\S]+$/.exec(plain(first)) ?? []
  return sentence.replace(/:$/, '.')
}

/** A line of Markdown without its markup: links are their text. */
export const plain = (text: string): string =>
  text
    .replaceAll(/!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])?/g, '$1')
    .replaceAll(/[`*]|<[^>]+>/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

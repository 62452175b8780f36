/** Pixels. Two pictures fit beside each other on GitHub's page, and one is hardly shrunk on a phone. */
export const width = 410
export const height = 982
export const margin = 14
export const lineHeight = 19

/**
 * A picture for light and dark pages, in the colours of Okabe and Ito, which everybody can tell apart. It has a
 * ground of its own, since a page may be light where the system is dark.
 *
 * @param parts elements that use the classes below.
 */
export const picture = (title: string, parts: readonly string[]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>${title}</title>
<style>
${style}
</style>
<rect class="ground" width="${width}" height="${height}" rx="8"/>
${parts.join('\n')}
</svg>
`

/** The class of the strokes and fills of each thing that is shown. */
export type Colour = 'blue' | 'green' | 'orange' | 'purple' | 'grey'

const light: Readonly<Record<Colour, string>> = {
  blue: '#0072b2',
  green: '#009e73',
  orange: '#d55e00',
  purple: '#cc79a7',
  grey: '#5b6672',
}

const dark: Readonly<Record<Colour, string>> = {
  blue: '#56b4e9',
  green: '#009e73',
  orange: '#e69f00',
  purple: '#cc79a7',
  grey: '#a4b1be',
}

const colours = (theme: typeof light): string =>
  Object.entries(theme)
    .map(([name, value]) => `.${name} { --colour: ${value} }`)
    .join('\n')

const style = `.ground { fill: #ffffff }
.rule { stroke: #dde3ea }
.bar, .mark { fill: var(--colour) }
.line { fill: none; stroke: var(--colour); stroke-width: 2 }
text { font: 13px system-ui, sans-serif; fill: #1f2933; dominant-baseline: central }
.title { font-weight: 600 }
.end { text-anchor: end }
.middle { text-anchor: middle }
${colours(light)}
@media (prefers-color-scheme: dark) {
.ground { fill: #14181d }
.rule { stroke: #2b3440 }
text { fill: #e4e9ee }
${colours(dark)}
}`

export const text = (kind: string, x: number, y: number, words: string): string =>
  `<text class="${kind}" x="${tenth(x)}" y="${tenth(y)}">${words}</text>`

/** Digits behind the point would change with the processor's rounding. */
export const tenth = (pixels: number): number => Math.round(pixels * 10) / 10

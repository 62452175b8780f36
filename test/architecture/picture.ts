import type { Layer } from './layers.ts'

/** Pixels. */
const row = 22
const column = 22
const gap = 10
const margin = 20
/** Where the name of a row begins, behind that of its layer. */
const indent = 118
/** The width of a character of a name. */
const character = 7.9
/** Names over the columns lean by 60 degrees. */
const [rise, lean] = [Math.sin(Math.PI / 3), Math.cos(Math.PI / 3)]

/**
 * A picture of folders or packages: a row for each, the layers from the top down, and a dot in the column
 * of each one that it imports. Where imports go down, no dot is left of the diagonal.
 *
 * @param importedBy the folders that each folder imports.
 */
export function pictureOf(
  layers: readonly Layer[],
  importedBy: ReadonlyMap<string, ReadonlySet<string>>,
  title: string,
): string {
  const parts = layers.flatMap((layer, index) =>
    Object.keys(layer.parts).map((name) => ({ name, index })),
  )
  const lengthOf = (name: string) => folderName(name).length * character
  const longest = Math.max(...parts.map(({ name }) => lengthOf(name)))
  const left = Math.ceil(margin + indent + longest + 16)
  const top = Math.ceil(margin + longest * rise + 12)
  const across = (place: number) => left + place * column + (parts[place]?.index ?? 0) * gap
  const down = (place: number) => top + place * row + (parts[place]?.index ?? 0) * gap
  const end = parts.length - 1
  const right = across(end) + column
  const leaning = parts.map(({ name }, place) => across(place) + column / 2 + lengthOf(name) * lean)
  const width = Math.ceil(Math.max(right, ...leaning) + margin)
  const height = down(end) + row + margin

  const bands = layers.map(({ name }, index) => {
    const first = parts.findIndex((part) => part.index === index)
    const last = parts.findLastIndex((part) => part.index === index)
    const [y, tall] = [down(first), down(last) + row - down(first)]
    const [x, wide] = [across(first), across(last) + column - across(first)]
    return [
      rect('band', margin, y, right - margin, tall),
      rect('own', x, y, wide, tall),
      text('layer', margin + 10, y + tall / 2, name),
    ].join('\n')
  })

  const rows = parts.map(({ name }, place) => {
    const y = down(place) + row / 2
    const x = across(place) + column / 2
    const dots = parts.flatMap((target, other) =>
      importedBy.get(name)?.has(target.name)
        ? [`<circle class="dot" cx="${across(other) + column / 2}" cy="${y}" r="5"/>`]
        : [],
    )
    return [
      text('name', margin + indent, y, folderName(name)),
      `<text class="name" transform="translate(${x} ${top - 8}) rotate(-60)">${folderName(name)}</text>`,
      rect('self', x - 5, y - 5, 10, 10),
      ...dots,
    ].join('\n')
  })

  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>${title}</title>
<style>
${style}
</style>
<rect class="ground" width="${width}" height="${height}" rx="8"/>
${[legend, ...bands, ...rows].join('\n')}
</svg>
`
}

/** It has a ground of its own, since a page may be light where the system is dark. */
const style = `.ground { fill: #ffffff }
.band { fill: #eef2f6 }
.own { fill: #d7e3ef }
.self { fill: #8c99a8 }
.dot { fill: #0b5cad }
text { fill: #1f2933; dominant-baseline: central }
.name { font: 13px ui-monospace, "DejaVu Sans Mono", monospace }
.layer { font: 600 12px system-ui, sans-serif; fill: #52606d }
@media (prefers-color-scheme: dark) {
  .ground { fill: #14181d }
  .band { fill: #1e252d }
  .own { fill: #2b3a4a }
  .self { fill: #6b7785 }
  .dot { fill: #6cb4ff }
  text { fill: #e4e9ee }
  .layer { fill: #a4b1be }
}`

const rect = (kind: string, x: number, y: number, width: number, height: number) =>
  `<rect class="${kind}" x="${x}" y="${y}" width="${width}" height="${height}" rx="3"/>`

const text = (kind: string, x: number, y: number, words: string) =>
  `<text class="${kind}" x="${x}" y="${y}">${words}</text>`

/** In the corner above the names of the rows. */
const legend = [
  `<circle class="dot" cx="${margin + 15}" cy="${margin + 14}" r="5"/>`,
  text('layer', margin + 28, margin + 14, 'the row imports the column'),
  rect('self', margin + 10, margin + 33, 10, 10),
  text('layer', margin + 28, margin + 38, 'the folder itself'),
].join('\n')

const folderName = (name: string) => (name.includes('.') ? name : `${name}/`)

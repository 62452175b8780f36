import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { depthPicture } from './depth-picture.ts'
import { requestsPicture } from './requests-picture.ts'
import { savedRun } from './results.ts'
import { figureTables } from './tables.ts'

/** A file of the project that shows a saved run. */
export interface FigureFile {
  readonly name: string
  readonly path: string
  readonly text: string
}

/**
 * README.md with the tables of the run in RESULTS.md, and its pictures. What was not run is left out.
 *
 * @throws Error when the saved run has no comparison.
 */
export async function readmeFigures(): Promise<readonly FigureFile[]> {
  const run = await savedRun()
  const readme = await readFile(pathOf('README.md'), 'utf8')
  const figures = /(<!-- figures: .* -->\n\n)[\s\S]*?(\n\n<!-- end of figures -->)/
  if (!figures.test(readme)) throw new Error('README.md has no place for the figures.')
  const pictures = [
    {
      name: 'docs/images/requests.svg',
      alternative: 'Requests a second of each entry, as bars: figures of the tables',
      text: requestsPicture(run),
    },
    ...(run.depth === null
      ? []
      : [
          {
            name: 'docs/images/depth.svg',
            alternative: 'Milliseconds of a page by the notes before it, as lines',
            text: depthPicture(run.depth),
          },
        ]),
  ]
  // In one paragraph they stand beside each other where there is room.
  const shown = pictures.map(({ name, alternative }) => `![${alternative}](${name})`).join('\n')
  return [
    ...pictures.map(({ name, text }) => ({ name, text })),
    {
      name: 'README.md',
      text: readme.replace(
        figures,
        (_, start, end) => `${start}${shown}\n\n${figureTables(run)}${end}`,
      ),
    },
  ].map((file) => ({ ...file, path: pathOf(file.name) }))
}

/** Writes these files, and returns their names. */
export async function writeReadme(): Promise<readonly string[]> {
  const files = await readmeFigures()
  for (const { path, text } of files) await writeFile(path, text)
  return files.map(({ name }) => name)
}

const pathOf = (name: string): string => fileURLToPath(new URL(`../../${name}`, import.meta.url))

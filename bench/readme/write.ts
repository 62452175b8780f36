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
 * README.md with the tables of the run in RESULTS.md, and its pictures.
 *
 * @throws Error when the saved run lacks a part of them.
 */
export async function readmeFigures(): Promise<readonly FigureFile[]> {
  const run = await savedRun()
  const readme = await readFile(pathOf('README.md'), 'utf8')
  const figures = /(<!-- figures: .* -->\n\n)[\s\S]*?(\n\n<!-- end of figures -->)/
  if (!figures.test(readme)) throw new Error('README.md has no place for the figures.')
  const shown = [pictures, figureTables(run)].join('\n\n')
  return [
    { name: 'docs/images/requests.svg', text: requestsPicture(run) },
    { name: 'docs/images/depth.svg', text: depthPicture(run) },
    {
      name: 'README.md',
      text: readme.replace(figures, (_, start, end) => `${start}${shown}${end}`),
    },
  ].map((file) => ({ ...file, path: pathOf(file.name) }))
}

/** Writes these files, and returns their names. */
export async function writeReadme(): Promise<readonly string[]> {
  const files = await readmeFigures()
  for (const { path, text } of files) await writeFile(path, text)
  return files.map(({ name }) => name)
}

/** One beside the other where there is room for both. */
const pictures = [
  '![Requests a second of each entry: the figures of the tables](docs/images/requests.svg)',
  '![Milliseconds of a page by the notes before it](docs/images/depth.svg)',
].join('\n')

const pathOf = (name: string): string => fileURLToPath(new URL(`../../${name}`, import.meta.url))

/** `npm run bench`: the same service written in several ways, the same requests to each, and tables of it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeCheckout } from './against.ts'
import { availableEntries, type Entry } from './entries.ts'
import { heading } from './heading.ts'
import { readOptions } from './options.ts'
import { type Part, tell } from './part.ts'
import { prepare } from './prepare.ts'
import { writeReadme } from './readme/write.ts'

const begin = performance.now()
const options = readOptions(process.argv.slice(2))
if (options.readme) {
  for (const name of await writeReadme()) console.log(`${name} is written.`)
  process.exit()
}
const folder = await mkdtemp(join(tmpdir(), 'turnpike-bench-'))

const sections: string[] = []
try {
  prepare(options.against)
  const { entries, missing } = await availableEntries(options.entries)
  print(heading(options, missing))
  for (const part of options.parts) {
    tell(`\n${part.name}: ${part.description}`)
    print(await sectionOf(part, entries))
  }
} finally {
  if (options.against !== null) removeCheckout(options.against)
  await rm(folder, { recursive: true })
}
if (options.save) {
  await writeFile(new URL('RESULTS.md', import.meta.url), `${sections.join('\n\n')}\n`)
}
tell(`This took ${((performance.now() - begin) / 60_000).toFixed(1)} minutes.`)

/** What a part has found. One that fails leaves what the others have found as it is. */
async function sectionOf(part: Part, entries: readonly Entry[]): Promise<string> {
  const [first, ...others] = entries.filter((entry) => part.takes?.(entry) ?? true)
  if (first === undefined) return `Without the part ${part.name}: none of the entries is for it.`
  try {
    return await part.run({ options, entries: [first, ...others], folder })
  } catch (error) {
    console.error(error)
    process.exitCode = 1
    return `The part ${part.name} has failed: ${error instanceof Error ? error.message : error}`
  }
}

function print(section: string): void {
  sections.push(section)
  console.log(`${section}\n`)
}

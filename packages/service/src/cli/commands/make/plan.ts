import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { CommandFailed } from 'turnpike/kit'
import type { Edit } from './edits.ts'

/** What a command would write: nothing is, until it is carried out. */
export interface Plan {
  /** New files, by their path in the folder of the application. */
  made: Record<string, string>
  changed: readonly Change[]
  /** What is left to do. */
  next: readonly string[]
}

export interface Change {
  path: string
  edit: Edit
  /** What to add by hand, in one line, where the file has a shape of its own. */
  advice: string
}

export interface MakeOptions {
  dryRun?: boolean
}

/**
 * Writes all files, or none if one of the new ones is there.
 *
 * @throws CommandFailed when a file is there, or cannot be written.
 */
export async function carryOut(folder: string, plan: Plan, { dryRun }: MakeOptions): Promise<void> {
  if (dryRun) return work(folder, plan, true)

  const lock = join(folder, '.turnpike-make')
  await writeFile(lock, '', { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    throw new CommandFailed(
      error.code === 'EEXIST'
        ? `Another turnpike make is at work here; if none is, remove ${lock}. Nothing was changed.`
        : `Nothing was changed: ${error.message}.`,
    )
  })
  try {
    await work(folder, plan, false)
  } finally {
    await rm(lock)
  }
}

async function work(folder: string, plan: Plan, isDryRun: boolean): Promise<void> {
  for (const path of Object.keys(plan.made)) {
    if ((await textOf(folder, path)) !== null) {
      throw new CommandFailed(`${path} is there already. Nothing was changed.`)
    }
  }
  const changes = await Promise.all(plan.changed.map((change) => edited(folder, change)))
  if (changes.every(({ after }) => after === null) && Object.keys(plan.made).length === 0) {
    const advice = changes.map(({ advice }) => advice).join(' ')
    throw new CommandFailed(`Nothing was changed: the file has a shape of its own. ${advice}`)
  }
  if (isDryRun) print(plan, changes)
  else await write(folder, plan.made, changes)

  const todo = [
    ...changes.flatMap(({ advice, after }) => (after === null ? [advice] : [])),
    ...plan.next,
  ]
  if (todo.length > 0) console.log(`\nNext:\n${todo.map((line) => `  ${line}`).join('\n')}`)
}

/** The text of a file; null when there is none. */
export const textOf = (folder: string, path: string): Promise<string | null> =>
  readFile(join(folder, path), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw new CommandFailed(`${path} cannot be read: ${error.message}. Nothing was changed.`)
  })

interface Edited extends Change {
  before: string | null
  /** It is null when the file is to be changed by hand. */
  after: string | null
}

async function edited(folder: string, change: Change): Promise<Edited> {
  const before = await textOf(folder, change.path)
  return { ...change, before, after: before === null ? null : change.edit(before) }
}

function print({ made }: Plan, changes: readonly Edited[]): void {
  for (const [path, text] of Object.entries(made)) console.log(`Would write ${path}:\n\n${text}`)
  for (const { path, before, after } of changes) {
    if (before === null || after === null) continue
    console.log(`Would add to ${path}:\n\n${addedLines(before, after)}\n`)
  }
}

/** Lines are only added, or replaced by longer ones. */
function addedLines(before: string, after: string): string {
  const old = before.split('\n')
  const added: string[] = []
  for (const line of after.split('\n')) {
    if (line === old[0]) old.shift()
    else added.push(line)
  }
  return added.join('\n')
}

async function write(
  folder: string,
  made: Plan['made'],
  changes: readonly Edited[],
): Promise<void> {
  const undo: (() => Promise<unknown>)[] = []
  try {
    for (const [path, text] of Object.entries(made)) {
      const file = join(folder, path)
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, text, { flag: 'wx' })
      undo.push(() => rm(file))
    }
    for (const { path, before, after } of changes) {
      if (before === null || after === null) continue
      if ((await textOf(folder, path)) !== before) throw new Error(`${path} has just changed`)
      await replace(join(folder, path), after)
      undo.push(() => replace(join(folder, path), before))
    }
  } catch (error) {
    for (const step of undo.reverse()) await step()
    throw new CommandFailed(`Nothing was changed: ${(error as Error).message}.`, { cause: error })
  }
  for (const path of Object.keys(made)) console.log(`Wrote ${path}`)
  for (const { path, after } of changes) if (after !== null) console.log(`Changed ${path}`)
}

/** At once, so that an interruption leaves no half of a file. */
async function replace(file: string, text: string): Promise<void> {
  const beside = `${file}.${process.pid}.new`
  try {
    await writeFile(beside, text, { flag: 'wx' })
    await rename(beside, file)
  } finally {
    await rm(beside, { force: true })
  }
}

import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const root = resolve(import.meta.dirname, '../..')
const execute = promisify(execFile)

/** The sources of an earlier version, to be run beside the present ones. */
export interface EarlierVersion {
  readonly folder: string
  remove(): void
}

/** The last version that was tagged; null if there is none. */
export async function lastTag(): Promise<string | null> {
  try {
    const { stdout } = await execute('git', ['describe', '--tags', '--abbrev=0'], { cwd: root })
    return stdout.trim()
  } catch {
    return null
  }
}

/**
 * Takes the packages and examples of a revision out of the repository. They use the libraries that
 * are installed now.
 *
 * @throws Error when git does not know the revision.
 */
export async function earlierVersion(revision: string): Promise<EarlierVersion> {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-earlier-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    const archive = join(folder, 'archive.tar')
    const parts = ['package.json', 'packages', 'examples']
    await execute('git', ['archive', '--output', archive, revision, '--', ...parts], { cwd: root })
    await execute('tar', ['--extract', '--file', archive, '--directory', folder])
    linkModules(folder)
    return { folder, remove }
  } catch (error) {
    remove()
    throw error
  }
}

/** Its own packages by their names, and everything else as it is installed here. */
function linkModules(folder: string): void {
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, '@turnpike'), { recursive: true })
  const installed = join(root, 'node_modules')
  for (const name of readdirSync(installed)) {
    if (name === '@turnpike' || name === 'turnpike') continue
    symlinkSync(join(installed, name), join(modules, name))
  }
  symlinkSync(join(folder, 'packages/turnpike'), join(modules, 'turnpike'))
  for (const name of readdirSync(join(installed, '@turnpike'))) {
    const own = join(folder, 'packages', name)
    symlinkSync(
      name === 'test-support' ? join(root, 'test/support') : own,
      join(modules, '@turnpike', name),
    )
  }
}

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Another Turnpike to compare with. */
export interface Against {
  readonly folder: string
  /** The commit that is checked out into the folder for this run. Null when the folder is somebody's own. */
  readonly commit: string | null
}

/**
 * What the option says: a checkout, or a tag, a branch or a commit of this repository.
 *
 * @throws Error when it is neither.
 */
export function against(given: string): Against {
  const folder = resolve(given)
  if (existsSync(join(folder, 'node_modules'))) return { folder, commit: null }
  const commit = commitOf(given)
  if (commit !== null) return { folder: join(tmpdir(), `turnpike-against-${process.pid}`), commit }
  throw new Error(
    `${given} is neither a checkout with its packages installed, nor a tag or commit of this repository. ${knownTags()}`,
  )
}

/** Copies the files of the commit into the folder, and installs what they need. */
export function checkOut({ folder, commit }: Against): void {
  if (commit === null) return
  mkdirSync(folder)
  const files = git(['archive', commit])
  execFileSync('tar', ['--extract', `--directory=${folder}`], { input: files })
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/** Removes what `checkOut` has made. */
export function removeCheckout({ folder, commit }: Against): void {
  if (commit !== null) rmSync(folder, { recursive: true, force: true })
}

function commitOf(name: string): string | null {
  try {
    return git(['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`])
      .toString()
      .trim()
  } catch {
    return null
  }
}

function knownTags(): string {
  try {
    const tags = git(['tag', '--sort=-creatordate']).toString().split('\n').filter(Boolean)
    return tags.length === 0
      ? 'It has no tags yet.'
      : `Its latest tags: ${tags.slice(0, 5).join(', ')}.`
  } catch {
    return 'There is no git repository here.'
  }
}

const git = (args: readonly string[]): Buffer =>
  execFileSync('git', args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 256 * 1024 ** 2,
  })

/**
 * Builds all versions into `site/published`: node site/versions/build.ts [folder of the repository].
 * Each version is built by its own commit, with `npm run site` and the variables of CONTRIBUTING.md.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type PlannedVersion, planOf } from './plan.ts'

const root = resolve(process.argv[2] ?? join(import.meta.dirname, '../..'))
const out = join(root, 'site/published')
const base = (process.env.SITE_BASE || '/').replace(/\/?$/, '/')

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const tags = git('tag', '--list', 'v*').split('\n').filter(hasSite)
const plan = planOf(tags, base, manifest.version)

rmSync(out, { recursive: true, force: true })
for (const version of plan) build(version)

function build({ name, ref, base: path }: PlannedVersion): void {
  console.log(`${name}: ${ref} at ${path}`)
  const folder = ref === 'HEAD' ? root : mkdtempSync(join(tmpdir(), 'site-'))
  if (folder !== root) git('worktree', 'add', '--detach', folder, ref)
  try {
    execFileSync('npm', ['run', 'site'], {
      cwd: folder,
      stdio: 'inherit',
      env: {
        ...process.env,
        SITE_BASE: path,
        SITE_VERSION: name,
        SITE_VERSIONS: JSON.stringify(plan.map(({ name, base }) => ({ name, base }))),
        SITE_REF: ref === 'HEAD' ? 'main' : ref,
      },
    })
    cpSync(join(folder, 'site/dist'), join(out, path.slice(base.length)), { recursive: true })
  } finally {
    if (folder !== root) git('worktree', 'remove', '--force', folder)
  }
}

/** Whether a release has a site. */
function hasSite(tag: string): boolean {
  if (tag === '') return false
  return git('ls-tree', '--name-only', tag, 'site/package.json').trim() !== ''
}

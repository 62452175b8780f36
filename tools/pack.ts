/**
 * `npm run pack -- ../books @turnpike/service` builds the packages and packs them into a folder, as
 * npm publishes them: the named ones with the siblings that they require. Default: all.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { builtPackages, packageNamed, root } from './packages.ts'

const [to, ...names] = process.argv.slice(2)
if (to === undefined) {
  console.error('Name the folder for the packages: npm run pack -- ../books @turnpike/service')
  process.exit(1)
}
const folder = resolve(process.env.INIT_CWD ?? '.', to)
mkdirSync(folder, { recursive: true })

const wanted = new Set<string>()
for (const name of names.length > 0 ? names : builtPackages.map(({ name }) => name)) add(name)
const args = [...wanted].flatMap((name) => ['--workspace', name])
// The script `prepack` of each builds it. The names are printed, not what is in each package.
execFileSync('npm', ['pack', ...args, '--pack-destination', folder, '--loglevel', 'warn'], {
  cwd: root,
  stdio: 'inherit',
})

function add(name: string): void {
  if (wanted.has(name)) return
  wanted.add(name)
  const { peerDependencies = {}, peerDependenciesMeta = {} } = packageNamed(name).manifest
  for (const peer of Object.keys(peerDependencies)) {
    const isSibling = /^(?:turnpike|@turnpike\/.*)$/.test(peer)
    if (isSibling && peerDependenciesMeta[peer]?.optional !== true) add(peer)
  }
}

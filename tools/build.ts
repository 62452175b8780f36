/**
 * `npm run build` writes `dist/` of each package, and in the folder of a package of this one:
 * declarations by TypeScript, which also needs those of the packages below it, and JavaScript by
 * Rolldown.
 */
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { bundle } from './bundle.ts'
import { copyViewer } from './copy-viewer.ts'
import { builtPackages, type Package, root } from './packages.ts'

const here = builtPackages.filter(({ folder }) => folder === process.cwd())
const wanted = here.length > 0 ? here : builtPackages

// With the folder goes what TypeScript knows of it: files of deleted sources would stay.
for (const { folder } of wanted) rmSync(join(folder, 'dist'), { recursive: true, force: true })
declare(wanted)
for (const each of wanted) await write(each)

function declare(given: readonly Package[]): void {
  const projects = given.map(({ path }) => path)
  execFileSync(
    process.execPath,
    [join(root, 'node_modules/typescript/bin/tsc'), '-b', ...projects],
    {
      cwd: root,
      stdio: 'inherit',
    },
  )
}

async function write(given: Package): Promise<void> {
  const dist = join(given.folder, 'dist')
  await bundle(given, dist)
  if (given.name === 'turnpike') await copyViewer(join(dist, 'openapi/viewer'))
}

/**
 * `node tools/manifest.ts publish`, in the folder of a package, makes its package.json what is
 * published: exports lead to the built files alone, because the sources are not in the package.
 * `restore` makes it what it was. npm runs both around `npm pack` and `npm publish`.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root } from './packages.ts'

/** The text of the package.json of a folder without the condition `source` and without scripts. */
export function publishedManifest(folder: string): string {
  const {
    exports,
    scripts: _,
    ...others
  } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const published = Object.entries<string | Record<string, string>>(exports).map(
    ([path, target]) => {
      if (typeof target === 'string') return [path, target]
      const { source: _, ...built } = target
      return [path, built]
    },
  )
  return `${JSON.stringify({ ...others, exports: Object.fromEntries(published) }, null, 2)}\n`
}

if (process.argv[1] === import.meta.filename) {
  const folder = process.cwd()
  const manifest = join(folder, 'package.json')
  const kept = join(root, `node_modules/.${basename(folder)}.package.json`)
  if (process.argv[2] === 'restore') renameSync(kept, manifest)
  else {
    const published = publishedManifest(folder)
    // After an interrupted run the kept one is the original.
    if (!existsSync(kept)) writeFileSync(kept, readFileSync(manifest))
    writeFileSync(manifest, published)
  }
}

/**
 * `node tools/manifest.ts publish` makes package.json what is published: its exports lead to the
 * built files alone, because the sources are not in the package. `restore` makes it what it was. npm
 * runs both around `npm pack` and `npm publish`.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const manifest = resolve(root, 'package.json')
const kept = resolve(root, 'node_modules/.package.json')

/** The text of package.json without the condition `source`. */
export function publishedManifest(): string {
  const { exports, ...others } = JSON.parse(readFileSync(manifest, 'utf8'))
  const published = Object.entries<string | Record<string, string>>(exports).map(
    ([path, target]) => {
      if (typeof target === 'string') return [path, target]
      const { source: _, ...built } = target
      return [path, built]
    },
  )
  const text = { ...others, exports: Object.fromEntries(published) }
  return `${JSON.stringify(text, null, 2)}\n`
}

if (process.argv[1] === import.meta.filename) {
  if (process.argv[2] === 'restore') renameSync(kept, manifest)
  else {
    const published = publishedManifest()
    // After an interrupted run the kept one is the original.
    if (!existsSync(kept)) writeFileSync(kept, readFileSync(manifest))
    writeFileSync(manifest, published)
  }
}

/**
 * Writes the JavaScript of the package: a file for each subpath and for each part that several of them
 * share. Node takes its time for every file, so a service starts sooner than from one for each source.
 * Part of `npm run build`. An argument names another folder than `dist`.
 */
import { dirname, resolve } from 'node:path'
import { rolldown } from 'rolldown'
import packageJson from '../package.json' with { type: 'json' }

const root = resolve(import.meta.dirname, '..')
const folder = process.argv[2] ?? resolve(root, 'dist')

const subpaths = Object.values(packageJson.exports).flatMap((target) =>
  typeof target === 'string' ? [] : [target.source],
)
const entries = [...subpaths, './src/cli/main.ts']

/**
 * What `turnpike` itself exports, and so everyone imports, with the filters and languages, which its views use; the other
 * subpaths are the edges around it.
 */
const edges = [...entries.map(dirname), './src/adopt', './src/replay']
  // The last two are parts of the command line.
  .filter((path) => !['./src', './src/filtering', './src/languages'].includes(path))
const isCore = (source: string) =>
  source.startsWith(resolve(root, 'src')) &&
  // Loaded on demand.
  !/\/(languages\/(catalogues|pages)|explanations)\//.test(source) &&
  !edges.some((edge) => source.startsWith(`${resolve(root, edge)}/`))

/** What `turnpike/kysely` exports, with all that it needs on both databases. The rest is loaded on demand. */
const kysely = resolve(root, 'src/kysely')
const isKysely = (source: string) => source.startsWith(`${kysely}/`)

const libraries = Object.keys({ ...packageJson.dependencies, ...packageJson.peerDependencies })

const bundle = await rolldown({
  cwd: root,
  input: Object.fromEntries(entries.map((file) => [file.replace(/^\.\/src\/|\.ts$/g, ''), file])),
  platform: 'node',
  // The libraries stay outside: an application shares its copies of them.
  external: libraries.map((name) => new RegExp(`^${name}(?:/|$)`)),
})
await bundle.write({
  dir: folder,
  entryFileNames: '[name].js',
  chunkFileNames: 'shared/[name].js',
  codeSplitting: {
    groups: [
      { name: 'core', test: isCore },
      { name: 'kysely', test: isKysely },
    ],
  },
})

/**
 * Writes the JavaScript of a package: a file for each subpath and for each part that several of them
 * share. Node takes its time for every file, so a service starts sooner than from one for each source.
 */
import { isAbsolute, join } from 'node:path'
import { type Plugin, rolldown } from 'rolldown'
import { type Package, subpathsOf } from './packages.ts'

/**
 * What `turnpike` itself exports, with all that the kit and the inside names are made of. The edges
 * are loaded by those that import them, and the rest on demand.
 */
const isCore = (source: string) =>
  !/^(?:node|openapi|pages|explanations|languages\/(?:catalogues|pages))\/|\/common-passwords\.ts$/.test(
    source,
  )

/**
 * What the variables of the environment are made of, with all that it needs: a fifth of
 * the core, and all of `turnpike` that `turnpike --help` loads.
 */
const isForVariables = (source: string) =>
  ['settings/environment.ts', 'kit/variable-rules.ts'].includes(source)

/** Modules that are put together with what they import, by package. The first that has one takes it. */
const groups: Readonly<Record<string, { name: string; has: (source: string) => boolean }[]>> = {
  turnpike: [
    { name: 'variables', has: isForVariables },
    { name: 'core', has: isCore },
  ],
  // Both databases: what `@turnpike/sql` exports, with all that it needs.
  '@turnpike/sql': [{ name: 'kysely', has: (source) => source.startsWith('kysely/') }],
}

/** Files that are run and not imported. */
const programs: Readonly<Record<string, readonly string[]>> = {
  '@turnpike/service': ['src/cli/main.ts'],
}

/** A file of JSON is one value: an export for each key would make it three times as large. */
const wholeData: Plugin = {
  name: 'whole-data',
  transform: {
    filter: { id: /\.json$/ },
    handler: (text) => ({ code: `export default ${text}`, moduleType: 'js' }),
  },
}

/** @param to the folder for the files: `dist` of the package. */
export async function bundle(given: Package, to: string): Promise<void> {
  const sources = [
    ...subpathsOf(given).map(({ target }) => target.source.replace('./', '')),
    ...(programs[given.name] ?? []),
  ]
  const built = await rolldown({
    cwd: given.folder,
    input: Object.fromEntries(sources.map((file) => [file.replace(/^src\/|\.ts$/g, ''), file])),
    platform: 'node',
    plugins: [wholeData],
    // Packages stay outside: an application shares its copies of them. The bundler's helpers do not.
    external: (id) => !id.startsWith('.') && !isAbsolute(id) && !id.startsWith('@oxc-project/'),
  })
  const src = `${join(given.folder, 'src')}/`
  await built.write({
    dir: to,
    entryFileNames: '[name].js',
    chunkFileNames: 'shared/[name].js',
    codeSplitting: {
      groups: (groups[given.name] ?? []).map(({ name, has }) => ({
        name,
        test: (id: string) => id.startsWith(src) && has(id.slice(src.length)),
      })),
    },
  })
}

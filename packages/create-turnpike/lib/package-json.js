import { readFileSync } from 'node:fs'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

/** With which the templates are tested. */
const versions = {
  '@prisma/adapter-pg': '7.10.0',
  '@prisma/client': '7.10.0',
  '@types/node': '^24.19.2',
  '@types/pg': '^8.23.1',
  'better-sqlite3': '^13.2.0',
  'drizzle-orm': '~0.45.4',
  kysely: '~0.29.9',
  node: '^24.21.0',
  pg: '^8.23.1',
  prisma: '7.10.0',
  typescript: '^7.0.2',
  zod: '^4.6.7',
}

/** @typedef {keyof typeof versions} Library */

/**
 * @param {import('./options.js').Options} options
 * @returns {string} the text of `package.json`
 */
export function packageJson({ name, database, orm, turnpike }) {
  /** @type {Record<string, string>} */
  const generate = orm === 'prisma' ? { postinstall: 'prisma generate' } : {}
  return `${JSON.stringify(
    {
      name,
      version: '0.0.0',
      private: true,
      type: 'module',
      engines: { node: '>=24.14.1' },
      scripts: {
        ...generate,
        dev: `${withEnvironment} ${turnpikeCommand} dev ./src/service.ts`,
        migrate: `${withEnvironment} ${turnpikeCommand} migrate ./src/service.ts`,
        start: `${withEnvironment} ${turnpikeCommand} serve ./src/service.ts`,
        turnpike: `${withEnvironment} ${turnpikeCommand}`,
        check: `${withEnvironment} ${turnpikeCommand} check ./src/service.ts --deploy`,
        test: 'node --test "test/**/*.test.ts"',
        types: 'tsc',
      },
      dependencies: sorted({
        ...own(
          [
            'turnpike',
            '@turnpike/client',
            '@turnpike/service',
            '@turnpike/sql',
            '@turnpike/telemetry',
          ],
          turnpike,
        ),
        ...versionsOf(['kysely', 'zod', ...drivers[database], ...libraries[orm]]),
        ...(orm === 'prisma' && database === 'postgresql' && versionsOf(['@prisma/adapter-pg'])),
      }),
      devDependencies: sorted({
        ...own(['@turnpike/testing'], turnpike),
        ...versionsOf([
          '@types/node',
          ...(database === 'postgresql' ? [/** @type {const} */ ('@types/pg')] : []),
          'node',
          ...(orm === 'prisma' ? [/** @type {const} */ ('prisma')] : []),
          'typescript',
        ]),
      }),
      // npm asks about scripts of packages: that of `node` chooses its binary, the others are not needed.
      allowScripts: { node: true, ...(database === 'sqlite' && { 'better-sqlite3': false }) },
    },
    null,
    2,
  )}\n`
}

const withEnvironment = 'node --env-file-if-exists=.env'
const turnpikeCommand = 'node_modules/@turnpike/service/turnpike.js'

const drivers = /** @type {const} */ ({ sqlite: ['better-sqlite3'], postgresql: ['pg'] })
const libraries = /** @type {const} */ ({
  kysely: [],
  drizzle: ['drizzle-orm'],
  prisma: ['@prisma/client'],
})

/**
 * The packages of Turnpike: all of one version.
 *
 * @param {readonly string[]} names
 * @param {string | null} packed the folder with their files; null: from the registry.
 */
const own = (names, packed) =>
  Object.fromEntries(
    names.map((name) => [name, packed === null ? version : `file:${packed}/${packedName(name)}`]),
  )

/**
 * The file that npm makes of a package.
 *
 * @param {string} name
 */
export const packedName = (name) => `${name.replace('@', '').replace('/', '-')}-${version}.tgz`

/** @param {readonly Library[]} names */
const versionsOf = (names) => Object.fromEntries(names.map((name) => [name, versions[name]]))

/** @param {Record<string, string>} dependencies */
const sorted = (dependencies) => Object.fromEntries(Object.entries(dependencies).sort())

import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import {
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CannotCreate } from './cannot-create.js'
import { packageJson } from './package-json.js'

const templates = fileURLToPath(new URL('../template/', import.meta.url))

/**
 * Writes the application, whole or not at all: into a folder beside its own, which gets its name when
 * everything is there.
 *
 * @param {import('./options.js').Options} options
 * @returns {Promise<string>} its folder
 */
export async function writeApplication(options) {
  const { folder, database, orm } = options
  const parent = dirname(folder)
  const started = await mkdir(parent, { recursive: true })
    .then(() => mkdtemp(join(parent, `.${basename(folder)}-`)))
    .catch((error) => {
      throw new CannotCreate(`Nothing can be written into ${parent}: ${error.message}`)
    })
  try {
    for (const layer of ['base', database, orm, `${orm}/${database}`]) {
      await copyLayer(layer, started)
    }
    for (const file of await filesOf(started)) {
      const text = await readFile(file, 'utf8')
      await writeFile(file, filledIn(text, options))
    }
    await writeFile(join(started, 'package.json'), packageJson(options))
    // For its owner only: it has the secret.
    await writeFile(join(started, '.env'), await environmentOf(started), { mode: 0o600 })
    // mkdtemp shows its folder to nobody else.
    await chmod(started, 0o777 & ~process.umask())
    await moveInto(started, folder)
  } finally {
    await rm(started, { recursive: true, force: true })
  }
  return folder
}

/**
 * Files that npm would leave out of its package have an underscore for their point.
 *
 * @param {string} layer
 * @param {string} to
 */
async function copyLayer(layer, to) {
  const from = join(templates, layer)
  if (!existsSync(from)) return
  for (const file of await filesOf(from)) {
    const parts = relative(from, file).split(sep)
    // Those are layers of their own.
    if (['sqlite', 'postgresql'].includes(parts[0] ?? '')) continue
    const target = join(to, ...parts.map((part) => part.replace(/^_/, '.')))
    await mkdir(dirname(target), { recursive: true })
    await cp(file, target)
  }
}

/** @param {string} folder */
async function filesOf(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

/**
 * The text with its `{{places}}` filled in; a line that has only an empty one goes. Only Kysely knows
 * the tables by a type.
 *
 * @param {string} text
 * @param {import('./options.js').Options} options
 */
function filledIn(text, { name, database, orm }) {
  const databaseName = name.replaceAll('-', '_')
  /** @type {Record<string, string>} */
  const values = {
    name,
    title: `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('-', ' ')}`,
    orm: { kysely: 'Kysely', drizzle: 'Drizzle', prisma: 'Prisma' }[orm],
    database_name: databaseName,
    prisma_note:
      orm === 'prisma'
        ? '\nPrisma downloads an engine that this application does not use. Where it cannot, run\n`PRISMA_SCHEMA_ENGINE_BINARY=/bin/true npm install`; the Dockerfile says where to write it for the image.'
        : '',
    prisma_engine:
      orm === 'prisma'
        ? '# If Prisma cannot download its engine, which is not used: ENV PRISMA_SCHEMA_ENGINE_BINARY=/bin/true'
        : '',
    ...{
      sqlite: {
        database: 'SQLite',
        start_database: '',
        without_docker: '',
        test_database: 'an empty database of its own, in memory',
        test_url: 'sqlite::memory:',
      },
      postgresql: {
        database: 'PostgreSQL',
        start_database: 'docker compose up -d --wait',
        without_docker: `\nWithout Docker, write the URL of your PostgreSQL into \`.env\`, and make the databases: \`createdb ${databaseName}\` and, for\nthe tests, \`createdb ${databaseName}_test\`, with their URL in \`TEST_DATABASE_URL\`.`,
        test_database: 'an empty database of its own, on the server of compose.yaml',
        test_url: `postgres://postgres:postgres@127.0.0.1:5432/${databaseName}_test`,
      },
    }[database],
  }
  const filled = text
    .replaceAll(/^\{\{(\w+)\}\}\n/gm, (line, key) => (values[key] === '' ? '' : line))
    .replaceAll(/\{\{(\w+)\}\}/g, (place, key) => values[key] ?? place)
  return orm === 'kysely'
    ? filled
    : filled.replace("import type { Tables } from './tables.ts'\n", '').replace('<Tables>', '')
}

/**
 * The example with a secret of its own, and without the advice to copy it.
 *
 * @param {string} folder
 */
async function environmentOf(folder) {
  const example = await readFile(join(folder, '.env.example'), 'utf8')
  const secret = randomBytes(32).toString('base64url')
  return example
    .replace('Copy this file to .env; it is read', 'This file is read')
    .replace(/^SECRET_KEYS=.*$/m, `SECRET_KEYS=${secret}`)
}

/**
 * @param {string} from
 * @param {string} to a folder that is not there, is empty, or has only `.git`
 */
async function moveInto(from, to) {
  if (!existsSync(to)) {
    return rename(from, to).catch((error) => {
      throw new CannotCreate(`${to} cannot be made: ${error.message}. Name another folder.`)
    })
  }
  for (const name of await readdir(from)) await rename(join(from, name), join(to, name))
}

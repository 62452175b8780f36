import { existsSync, readdirSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { CannotCreate } from './cannot-create.js'
import { packedName } from './package-json.js'

export const databases = /** @type {const} */ (['sqlite', 'postgresql'])
export const orms = /** @type {const} */ (['kysely', 'drizzle', 'prisma'])

/**
 * @typedef {object} Options
 * @property {string} folder where the application goes, absolute
 * @property {string} name its last part: the name of the package, of the service and of its database
 * @property {(typeof databases)[number]} database
 * @property {(typeof orms)[number]} orm
 * @property {string | null} turnpike the folder with packed files of Turnpike; null: the registry
 * @property {boolean} install whether the packages are installed
 * @property {boolean} start whether it is served at the end
 */

/** @typedef {{ [Name in keyof Options]: Options[Name] | undefined } & { isAsking: boolean }} Given */

export const help = `Makes an application with Turnpike.

  npm create turnpike@latest [folder] -- [options]

  folder                  where it goes; its last part is its name
  --database <database>   ${databases.join(' or ')}; default sqlite
  --orm <orm>             ${orms.join(', ')}; default kysely
  -y, --yes               asks nothing, and takes the defaults
  --no-install            does not install the packages
  --start                 also makes a user with a token, and serves the application
  --turnpike <folder>     installs Turnpike from the files that npm run pack has put there
  -h, --help              prints this text

From nothing to the first page: npm create turnpike@latest notes -- --yes --start`

/**
 * What the arguments say; undefined for what is to be asked.
 *
 * @param {string[]} args
 * @returns {Given | 'help'}
 */
export function optionsOf(args) {
  const { values, positionals } = parsed(args)
  if (values.help) return 'help'
  if (positionals.length > 1) {
    throw new CannotCreate(`Name one folder, not ${positionals.length}: ${positionals.join(', ')}.`)
  }
  if (values.start && values['no-install']) {
    throw new CannotCreate('--start needs the packages that --no-install leaves out.')
  }
  const [given] = positionals
  return {
    ...(given === undefined ? { folder: undefined, name: undefined } : placeOf(given)),
    database: choiceOf('--database', values.database, databases),
    orm: choiceOf('--orm', values.orm, orms),
    turnpike: packedIn(values.turnpike),
    install: !values['no-install'],
    start: values.start,
    isAsking: !values.yes,
  }
}

/** @param {string[]} args */
function parsed(args) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        database: { type: 'string' },
        orm: { type: 'string' },
        turnpike: { type: 'string' },
        yes: { type: 'boolean', short: 'y', default: false },
        start: { type: 'boolean', default: false },
        'no-install': { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
  } catch (error) {
    throw new CannotCreate(`${/** @type {Error} */ (error).message}\n\n${help}`)
  }
}

/**
 * The folder and its name. Its name becomes that of a package, of a database and of the service.
 *
 * @param {string} given
 */
export function placeOf(given) {
  const folder = resolve(given)
  const name = basename(folder)
  if (!/^[a-z][a-z0-9-]{0,49}$/.test(name)) {
    throw new CannotCreate(
      `The folder cannot be called "${name}": use lower-case letters, digits and hyphens, at most 50, and ` +
        'begin with a letter.',
    )
  }
  if (['turnpike', 'node', 'test', 'postgres'].includes(name)) {
    throw new CannotCreate(
      `The folder cannot be called "${name}": that is the name of something else.`,
    )
  }
  const there = existsSync(folder) ? contentOf(folder) : []
  if (there.length > 0) {
    throw new CannotCreate(
      `${folder} is not empty (${there.slice(0, 3).join(', ')}): name another folder. Nothing was changed.`,
    )
  }
  return { folder, name }
}

/**
 * What would be in the way. A repository that was just made is not.
 *
 * @param {string} folder
 */
function contentOf(folder) {
  try {
    return readdirSync(folder).filter((name) => name !== '.git')
  } catch {
    throw new CannotCreate(`${folder} is not a folder that can be read: name another one.`)
  }
}

/**
 * @template {string} Choice
 * @param {string} name
 * @param {string | undefined} value
 * @param {readonly Choice[]} choices
 */
export function choiceOf(name, value, choices) {
  if (value === undefined) return undefined
  const choice = choices.find((each) => each === value.toLowerCase())
  if (choice === undefined) {
    throw new CannotCreate(`${name} is ${choices.join(' or ')}, not "${value}".`)
  }
  return choice
}

/** @param {string | undefined} path */
function packedIn(path) {
  if (path === undefined) return null
  const folder = resolve(path)
  if (!existsSync(join(folder, packedName('turnpike')))) {
    throw new CannotCreate(
      `--turnpike: ${folder} has no ${packedName('turnpike')}. In a clone of Turnpike run: npm run pack -- ${folder}`,
    )
  }
  return folder
}

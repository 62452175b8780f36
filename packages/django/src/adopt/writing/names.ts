import type { DjangoProject, Model } from '../project/project.ts'

/** The names that a model has in the application. */
export interface ModelNames {
  /** The name of its table type: `NotesNoteTable`. */
  readonly type: string
  /** In the names of variables: `note` in `noteRows`. */
  readonly variable: string
  /** In the names of constants after a word: `Note` in `shownNote`. */
  readonly capitalized: string
  /** Its place in the document: `NotesNote`. */
  readonly id: string
  /** The path of its list view: `/notes/notes/`. */
  readonly path: string
}

/** The names of an app in the application. */
export interface AppNames {
  /** The name of its file, without the extension: `notes`. */
  readonly file: string
  /** The name of the function that makes its views: `notesViews`. */
  readonly views: string
}

export interface Names {
  readonly models: ReadonlyMap<Model, ModelNames>
  readonly apps: ReadonlyMap<string, AppNames>
  /** The types of all tables, by their names. */
  readonly types: ReadonlyMap<string, string>
}

/** Files of the application that no app may have. */
const files = [
  'accounts',
  'application',
  'database',
  'environment',
  'main',
  'permissions',
  'settings',
  'store',
  'tables',
  'values',
]

/** Gives every app, model and table a name of its own. */
export function namesOf({ models, tables }: DjangoProject): Names {
  const types = new Map<string, string>()
  const typeNames = unique()
  for (const { name } of tables) types.set(name, typeNames(`${pascal(name)}Table`))

  const fileNames = unique(files)
  const apps = new Map<string, AppNames>()
  const models_ = new Map<Model, ModelNames>()
  const ids = unique()
  const paths = unique()
  for (const [app, own] of Map.groupBy(models, ({ app }) => app)) {
    const file = fileNames(slug(app))
    apps.set(app, { file, views: `${camel(file)}Views` })
    const variables = unique()
    for (const model of own) {
      const variable = variables(camel(model.name))
      const capitalized = variable.charAt(0).toUpperCase() + variable.slice(1)
      models_.set(model, {
        type: types.get(model.table.name) ?? 'never',
        variable,
        capitalized,
        id: ids(pascal(app) + capitalized),
        path: `/${file}/${paths(`${file}/${plural(slug(model.name))}`).slice(file.length + 1)}/`,
      })
    }
  }
  return { models: models_, apps, types }
}

/** Gives each name once: a second `note` is `note2`. Case alone makes no difference. */
function unique(taken: readonly string[] = []): (name: string) => string {
  const known = new Set(taken)
  return (name) => {
    let free = name
    for (let number = 2; known.has(free.toLowerCase()); number++) free = `${name}${number}`
    known.add(free.toLowerCase())
    return free
  }
}

/** The words of a name, in ASCII. */
const words = (name: string): string[] => {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
  const found = plain.match(/[A-Za-z\d]+/g) ?? ['table']
  // No identifier begins with a digit.
  return /^\d/.test(found[0] ?? '') ? ['n', ...found] : found
}

const pascal = (name: string): string =>
  words(name)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())
    .join('')

const camel = (name: string): string => {
  const joined = pascal(name)
  return joined.charAt(0).toLowerCase() + joined.slice(1)
}

const slug = (name: string): string => words(name).join('-').toLowerCase()

/** The plural of an English word, roughly. */
export function plural(word: string): string {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`
  return /(?:s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`
}

import { pluralize, singularize } from 'inflection'
import { CommandFailed } from 'turnpike/kit'

/** A name in the forms in which code has it. */
export interface Name {
  /** `blogPost` */
  camel: string
  /** `BlogPost` */
  pascal: string
  /** `blog_post`, as in the database */
  snake: string
  /** `blog-post`, as in URLs and of files */
  kebab: string
  /** `blog post` */
  words: string
  /** `Blog post` */
  title: string
}

/** A resource: one of its items, and all of them. */
export interface ResourceName {
  one: Name
  all: Name
}

/** @throws CommandFailed when it cannot be the name of what is made. */
export function nameOf(what: string, given: string): Name {
  const isName = /^[A-Za-z][A-Za-z0-9]*(?:[-_][A-Za-z0-9]+)*$/.test(given)
  if (!isName || given.length > longest) {
    throw new CommandFailed(
      `${given} cannot be the name of a ${what}: use letters, digits and single hyphens or underscores, at most ` +
        `${longest}, and begin with a letter.`,
    )
  }
  return formsOf(
    given
      .replaceAll(/([a-z0-9])([A-Z])|([A-Z])([A-Z][a-z])/g, '$1$3-$2$4')
      .toLowerCase()
      .split(/[-_]/),
  )
}

/** The resource that is named by one of its items, or by all: `note`, `notes`. */
export function resourceNameOf(given: string): ResourceName {
  const words = nameOf('resource', given).words.split(' ')
  const last = singularize(words.pop() ?? '')
  const [one, all] = [formsOf([...words, last]), formsOf([...words, pluralize(last)])]
  if (one.snake === 'user') {
    throw new CommandFailed(
      'The accounts have users already, in the table turnpike_user and as context.users: name what is your own, ' +
        'such as members or profiles.',
    )
  }
  if (one.snake.startsWith('turnpike_')) {
    throw new CommandFailed(
      `The tables of the accounts begin with turnpike_, so yours cannot be ${one.snake}.`,
    )
  }
  for (const name of [one.camel, all.camel]) requireFree('resource', name, takenNames)
  return { one, all }
}

/** @throws CommandFailed when the name means something else where it would be written. */
export function requireFree(what: string, name: string, taken?: ReadonlySet<string>): void {
  if (!taken?.has(name) && !keywords.has(name)) return
  throw new CommandFailed(
    `${name} cannot be the name of a ${what}: it means something else in TypeScript or in the application. ` +
      'Choose another one.',
  )
}

const longest = 30

function formsOf(words: readonly string[]): Name {
  const pascal = words.map(capitalized).join('')
  return {
    pascal,
    camel: pascal.charAt(0).toLowerCase() + pascal.slice(1),
    snake: words.join('_'),
    kebab: words.join('-'),
    words: words.join(' '),
    title: capitalized(words.join(' ')),
  }
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** In the files of a resource, and paths of the service. */
const takenNames = new Set(
  'api boolean context data docs integer login logout metrics permissions schema text varchar z'.split(
    ' ',
  ),
)

const keywords = new Set(
  (
    'abstract any arguments as async await boolean break case catch class const constructor continue debugger ' +
    'default delete do else enum eval export extends false finally for function if implements import in ' +
    'instanceof interface let new null number object of package private protected prototype public return static ' +
    'string super switch symbol this throw true try type typeof undefined unknown var void while with yield'
  ).split(' '),
)

import {
  type InnerList,
  type Item,
  type Parameters,
  parseItem,
  serializeItem,
  serializeParameters,
} from 'structured-headers'
import { TranslatableMessage } from 'turnpike'
import { insufficient, malformed } from './signature-failure.ts'

/** A component that a signature covers: a part of the message, or a header field (RFC 9421 §2). */
export interface Component {
  /** `@method`, `content-type`. In lower case. */
  readonly name: string
  /** `name` of `@query-param`; `sf`, `key` and `bs` of fields. */
  readonly parameters: Parameters
}

/**
 * Maximum number of components of a signature. Building a line for each of thousands would take
 * long.
 */
const maxComponents = 64

/**
 * The component that a text names: `@method`, `content-type`, `@query-param;name="page"`.
 *
 * @throws SignatureFailure when it names none that a request has.
 */
export function readComponent(text: string): Component {
  const end = text.indexOf(';')
  const name = end < 0 ? text : text.slice(0, end)
  let item: Item
  try {
    item = parseItem(`"${name}"${end < 0 ? '' : text.slice(end)}`)
  } catch {
    throw malformed(
      new TranslatableMessage('{text} does not name a component of a request.', { text }),
    )
  }
  return componentOf(item)
}

/**
 * The components that a signature covers.
 *
 * @throws SignatureFailure when one of them is unknown or repeated (RFC 9421 §2, §2.5).
 */
export function componentsOf([items]: InnerList): Component[] {
  if (items.length > maxComponents) {
    throw malformed(
      new TranslatableMessage('The signature covers more than {limit} components.', {
        limit: maxComponents,
      }),
    )
  }
  const components = items.map(componentOf)
  if (new Set(components.map(keyOf)).size < components.length) {
    throw malformed('The signature covers a component twice.')
  }
  return components
}

/** The component in the form that `readComponent` takes. */
export const writeComponent = ({ name, parameters }: Component): string =>
  name + serializeParameters(parameters)

/** The component as it stands in the signature: `"@query-param";name="page"`. */
export const identifierOf = ({ name, parameters }: Component): string =>
  serializeItem(name, parameters)

/** The same for the same component, whatever the order of its parameters. */
export const keyOf = ({ name, parameters }: Component): string =>
  writeComponent({ name, parameters: new Map([...parameters].sort()) })

function componentOf([name, parameters]: Item): Component {
  if (typeof name !== 'string') throw malformed('A component of the signature is not a string.')
  const component = { name, parameters }
  if (name.startsWith('@')) checkDerived(component)
  else checkField(component)
  return component
}

const derived = [
  '@method',
  '@target-uri',
  '@authority',
  '@scheme',
  '@request-target',
  '@path',
  '@query',
]

/** RFC 9421 §2.2 */
function checkDerived({ name, parameters }: Component): void {
  if (name === '@query-param') {
    if (parameters.size !== 1 || typeof parameters.get('name') !== 'string') {
      throw malformed('The component @query-param needs the parameter name, and no other.')
    }
  } else if (!derived.includes(name)) {
    throw malformed(
      new TranslatableMessage('A signature of a request cannot cover {name}.', { name }),
    )
  } else if (parameters.size > 0) {
    throw malformed(new TranslatableMessage('The component {name} takes no parameters.', { name }))
  }
}

/** RFC 9421 §2.1 */
function checkField({ name, parameters }: Component): void {
  if (!/^[!#$%&'*+\-.^_`|~\da-z]+$/.test(name)) {
    throw malformed(
      new TranslatableMessage('{name} is not the name of a field in lower case.', {
        name: JSON.stringify(name),
      }),
    )
  }
  for (const [parameter, value] of parameters) {
    if (parameter === 'tr' || parameter === 'req') {
      throw insufficient(
        parameter === 'tr'
          ? 'Signatures of trailers (tr) are not supported.'
          : 'Signatures of the request of a response (req) are not supported.',
      )
    }
    const isValid = parameter === 'key' ? typeof value === 'string' : value === true
    if (!['sf', 'key', 'bs'].includes(parameter) || !isValid) {
      throw malformed(
        new TranslatableMessage('The component {name} has an invalid parameter {parameter}.', {
          name,
          parameter,
        }),
      )
    }
  }
  if (parameters.has('bs') && parameters.size > 1) {
    throw malformed(
      new TranslatableMessage('The component {name} has the parameter bs and another one.', {
        name,
      }),
    )
  }
}

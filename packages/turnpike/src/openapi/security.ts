import { nameOf } from '../authentication/authenticate.ts'
import type { CredentialsPlace, SchemeDescription } from '../authentication/scheme-description.ts'
import type { View } from '../views/view.ts'
import { exampleRequest } from './answers/error-answer.ts'
import { audienceOf } from './answers/possible-errors.ts'
import type { Components } from './components.ts'
import type { SchemaObject } from './types.ts'

/** A scheme's description under its name. */
export interface DescribedScheme extends SchemeDescription {
  readonly name: string
}

/** The descriptions of a view's schemes, in order; null for a scheme without one. */
export function describeSchemes(view: View, origin: string): (DescribedScheme | null)[] {
  const request = exampleRequest(view, origin)
  return view.authentication.map((scheme) => {
    const description = scheme.describe?.(request, view)
    return description ? { ...description, name: nameOf(scheme) } : null
  })
}

/**
 * The credentials that a method accepts, as alternatives in the order of the schemes. `{}` among
 * them means that no credentials are needed.
 */
export function securityOf(
  view: View,
  method: string,
  schemes: readonly (DescribedScheme | null)[],
  components: Components,
): Record<string, string[]>[] {
  const audience = audienceOf({ view, method })
  const alternatives = schemes.flatMap((scheme) => {
    if (!scheme?.credentials) return []
    const { $ref } = components.add('securitySchemes', scheme.name, securityScheme(scheme))
    return [{ [$ref.split('/').at(-1) ?? scheme.name]: [] }]
  })
  const isRequired = audience === 'users' || audience === 'some-users'
  const isOnlyWay = schemes.every((scheme) => scheme?.credentials)
  if (alternatives.length === 0) return []
  return isRequired && isOnlyWay ? alternatives : [...alternatives, {}]
}

function securityScheme({ credentials, description }: SchemeDescription): SchemaObject {
  return {
    ...(credentials && placeOf(credentials)),
    ...(description !== undefined && { description }),
  }
}

function placeOf(place: CredentialsPlace): SchemaObject {
  if ('cookie' in place) return { type: 'apiKey', in: 'cookie', name: place.cookie }

  const { header, keyword, format } = place
  const scheme = header.toLowerCase() === 'authorization' ? keyword?.toLowerCase() : undefined
  if (scheme === 'basic' || scheme === 'bearer') {
    return { type: 'http', scheme, ...(format !== undefined && { bearerFormat: format }) }
  }
  // Other keywords are not registered and unknown to tools: the value is keyword and key.
  return {
    type: 'apiKey',
    in: 'header',
    name: header,
    ...(keyword !== undefined && { 'x-keyword': keyword }),
  }
}

import type { Operation } from '../http/operation.ts'
import type { View } from '../views/view.ts'
import { staticSegments } from './paths.ts'

/** The names of an operation and its parts. */
export interface Naming {
  /** `notes_list`, as in Django REST framework's generators. */
  readonly operationId: string
  readonly tag: string
  /** The summary when neither the operation nor the view sets one. */
  readonly summary: string
  /** For schemas without an `id`: `Notes`. */
  readonly schemaName: string
}

/** Names by route, method and operation. Operation ids are unique. */
export function createNaming(): (
  route: string,
  method: string,
  view: View,
  operation: Operation,
) => Naming {
  const taken = new Set<string>()

  return (route, method, { name, handlers }, { isList = false }) => {
    const segments = staticSegments(route)
    const base = segments.join('_').replaceAll(/[^A-Za-z0-9_]+/g, '_') || 'root'
    const action = actions[isList && method === 'GET' ? 'LIST' : method] ?? method.toLowerCase()
    const subject = defaultNames.includes(name) ? base : name
    const isAlone = Object.keys(actions).filter((one) => handlers.has(one)).length === 1
    const first = `${base}_${action}`
    let operationId = first
    for (let number = 2; taken.has(operationId); number++) operationId = `${first}_${number}`
    taken.add(operationId)

    return {
      operationId,
      tag: segments[0] ?? name,
      summary: isAlone ? subject : `${subject}: ${action.replace('_', ' ')}`,
      schemaName: pascalCase(segments.length > 0 ? segments.join(' ') : name),
    }
  }
}

const actions: Readonly<Record<string, string>> = {
  LIST: 'list',
  GET: 'retrieve',
  POST: 'create',
  PUT: 'update',
  PATCH: 'partial_update',
  DELETE: 'destroy',
}

/** The default names of views. */
export const defaultNames = ['View', 'List', 'Detail']

const pascalCase = (text: string): string =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('') || 'View'

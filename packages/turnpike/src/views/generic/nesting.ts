import { ConfigurationError } from '../../errors/configuration-error.ts'
import { ErrorMessage } from '../../errors/error-detail.ts'
import {
  NotAuthenticated,
  NotFound,
  PermissionDenied,
  ValidationError,
} from '../../errors/exceptions.ts'
import { withoutStack } from '../../errors/without-stack.ts'
import type { ApiRequest } from '../../http/request.ts'
import { fieldOf } from '../../items/compare.ts'
import type { ItemStore } from '../../items/item-store.ts'
import { atPrimary } from '../../items/read-replicas.ts'
import { checkObjectPermissions, checkPermissions } from '../../permissions/check.ts'
import type { Permission } from '../../permissions/permission.ts'
import { hasScope, inMemory } from '../../permissions/scope.ts'
import type { View } from '../view.ts'
import { deciderOf } from './item-access.ts'
import {
  conditionOf,
  type Nesting,
  nestingOf,
  type ParentDeclaration,
  type ParentOptions,
  parentDeclaration,
  referenceOf,
} from './parent.ts'

/**
 * @param what whose parent it is: `listView()`.
 * @param taken the parameters of the route by which the item itself is found, and their fields.
 */
export function nestingUnder(
  options: ParentOptions,
  what: string,
  taken: ReadonlyMap<string, string> = new Map(),
): Nesting {
  const declaration = parentDeclaration(options, what, taken)
  return {
    declaration,
    async enter(request, view) {
      const parent = await atPrimary(request, () => parentFor(declaration, request, view))
      request.placeUnder(parent)
    },
    condition: ({ parent }, view) => conditionOf(declaration, parent, view),
    reference: ({ parent }, view) => referenceOf(declaration, parent, view),
  }
}

/** The parent that the path names, which is found like a GET of its own view finds it. */
async function parentFor(
  declaration: ParentDeclaration,
  request: ApiRequest,
  view: View,
): Promise<object> {
  const { store, parent: above } = declaration
  const asked = request.withMethod('GET')
  const guard = guardOf(declaration, view)
  await checkPermissions(guard, asked)
  if (above !== null) asked.placeUnder(await parentFor(above, request, view))

  const item = await store.find(...keyIn(declaration, request, view))
  if (typeof item !== 'object' || item === null) throw notFound()
  const meets = needsMeets(declaration, view) ? deciderOf(store, item, view) : undefined
  if (above !== null && !(await meets?.(conditionOf(above, asked.parent, view)))) throw notFound()
  try {
    await checkObjectPermissions(guard, asked, item, meets)
  } catch (error) {
    // A 403 would reveal that the parent exists.
    const isDenied = error instanceof PermissionDenied || error instanceof NotAuthenticated
    throw isDenied ? notFound() : error
  }
  return item
}

/** The parents of a view from the nearest on, with the permissions that are asked about each. */
export function guardedParentsOf(view: View) {
  const parents: { parameters: readonly string[]; permissions: readonly Permission[] }[] = []
  for (let at = nestingOf(view)?.declaration ?? null; at !== null; at = at.parent)
    parents.push({ parameters: at.parameters, permissions: guardOf(at, view).permissions })
  return parents
}

const guardOf = ({ permissions }: ParentDeclaration, { authentication, settings }: View) => ({
  permissions: permissions ?? settings.DEFAULT_PERMISSION_CLASSES,
  authentication,
})

const notFound = () => withoutStack(() => new NotFound())

/** Whether finding the parent decides conditions, so its store must support `meets`. */
export const needsMeets = (declaration: ParentDeclaration, view: View): boolean =>
  declaration.parent !== null || hasScope(guardOf(declaration, view).permissions)

/** @throws ConfigurationError when the route lacks a parameter. */
const keyIn = ({ parameters }: ParentDeclaration, { params }: ApiRequest, { name }: View) =>
  parameters.map((parameter) => {
    const text = params[parameter]
    if (text !== undefined) return text
    throw new ConfigurationError(
      `The view ${name} finds its parent by the parameter ${parameter}, which the route does not have: ` +
        `write the route with :${parameter}.`,
    )
  })

/**
 * Adds an item under the parent of the request, whatever the data say of it.
 *
 * @throws NotFound when the parent has vanished in the meantime, and a constraint shows it.
 */
export async function addUnder<Item, Data>(
  nesting: Nesting,
  add: (data: Data, request: ApiRequest, view: View) => Item | Promise<Item>,
  data: Data,
  request: ApiRequest,
  view: View,
): Promise<Item> {
  try {
    return await add({ ...data, ...nesting.reference(request, view) }, request, view)
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    throw (await hasVanished(nesting, error, request, view)) ? notFound() : error
  }
}

async function hasVanished(
  { declaration }: Nesting,
  { errorDetail }: ValidationError,
  request: ApiRequest,
  view: View,
): Promise<boolean> {
  try {
    const found = await declaration.store.find(...keyIn(declaration, request, view))
    return (found ?? null) === null
  } catch {
    // A failed transaction of PostgreSQL answers no more queries, so decide by the error.
    return declaration.fields.some((field) => isMissingReference(fieldOf(errorDetail, field)))
  }
}

/** Whether the messages of a field are those of a foreign key that refers to nothing. */
const isMissingReference = (messages: unknown): boolean =>
  [messages].flat().some((one) => one instanceof ErrorMessage && one.code === 'does_not_exist')

/** The changes of an item, without those that would give it another parent. */
export function changesUnder<Data>(
  nesting: Nesting,
  data: Data,
  request: ApiRequest,
  view: View,
): Data {
  const reference = Object.entries(nesting.reference(request, view))
  const sent = reference.filter(([field]) => Object.hasOwn(data as object, field))
  return sent.length === 0 ? data : { ...data, ...Object.fromEntries(sent) }
}

/**
 * Checks that the item belongs to the parent of the request. The store decides it. Undefined: the
 * item is not from a store, so its fields decide.
 *
 * @throws NotFound when it belongs to another parent.
 */
export async function checkParent<Item>(
  nesting: Nesting,
  view: View,
  request: ApiRequest,
  item: Item,
  store: Pick<ItemStore<Item, never>, 'meets'> | undefined,
): Promise<void> {
  const meets = store ? deciderOf(store, item, view) : inMemory(item)
  if (!(await meets(nesting.condition(request, view)))) throw notFound()
}

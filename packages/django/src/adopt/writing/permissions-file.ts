import type { Model, UserTable } from '../project/project.ts'
import type { Policies } from './settings-file.ts'
import { bracketed, type Code, type Imports, stringLiteral } from './source.ts'

/**
 * Who may use the views of a model. What the views of Django allow is code, so they are closed
 * here: reads need Django's permission `view`, and writes those of writing.
 */
export function permissionsOf(
  model: Model,
  owners: readonly string[],
  { unguarded, permissions }: Policies,
  imports: Imports,
): Code {
  if (unguarded.has(model)) {
    imports.add('./permissions.ts', 'closed')
    return '[closed]'
  }
  imports.add('@turnpike/django', 'djangoModelPermissions')
  // A list replaces that of the settings. The model's permission already requires a user.
  const others = permissions.filter((name) => name === 'isAdminUser')
  imports.add('turnpike', ...others)
  const options = [
    'permissions: django.permissions',
    `app: ${stringLiteral(model.app)}`,
    `model: ${stringLiteral(model.name)}`,
    "methods: { GET: ['view'] }",
  ]
  const own = owners.length === 0 ? [] : [bracketed('own(', owners.map(stringLiteral), ')')]
  if (owners.length > 0) imports.add('./permissions.ts', 'own')
  return bracketed(
    '[',
    [...others, bracketed('djangoModelPermissions({', options, '})'), ...own],
    ']',
  )
}

/** The fields that refer to the user of a row. */
export const ownersOf = ({ fields }: Model, users: UserTable | null): readonly string[] =>
  fields
    .filter(({ references, hidden }) => references === users?.table && hidden !== 'name')
    .map(({ name }) => name)

/** The permissions that the application has of its own. */
export const permissionsFile = `import {
  type ApiRequest,
  isAuthenticated,
  type Permission,
  type SignedIn,
  type User,
} from 'turnpike'

/** Refuses everybody. Django has no permissions of these models: write who may use their views. */
export const closed: Permission = { name: 'closed', hasPermission: () => false }

/** Users see only those rows that refer to them by one of these fields. */
export const own = (...fields: readonly string[]): Permission<SignedIn> => ({
  name: \`own(\${fields.join(', ')})\`,
  hasPermission: isAuthenticated.hasPermission,
  scope: ({ user }: ApiRequest<User>) => ({
    any: fields.map((field) => ({ field, operator: '=', value: user.pk })),
  }),
})
`

import { oneView } from '@turnpike/test-support/one-view.ts'
import type { CompiledQuery } from 'kysely'
import {
  type ApiRequest,
  ApiResponse,
  anonymousUser,
  createApi,
  MethodNotAllowed,
  type Scheme,
  type User,
} from 'turnpike'
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest'
import type { DjangoDatabase } from '../../src/django/django-database.ts'
import {
  type DjangoModelPermissionsOptions,
  djangoModelPermissions,
  djangoPermissions,
} from '../../src/django/permissions/index.ts'
import type { SharedDatabase } from './reference/databases.ts'
import { type Django, startDjango } from './reference/django.ts'
import { besideDjango, djangoDatabase, secretKey } from './reference/shared-tests.ts'

/** Users, groups and permissions at random. */
const world = `
import random
random.seed(seed)
permissions = list(Permission.objects.all())
Permission.objects.create(
    content_type=permissions[0].content_type, codename='with.dots.*', name='With dots'
)
permissions = list(Permission.objects.all())
groups = [Group.objects.create(name=f'group {n}') for n in range(6)]
for group in groups:
    group.permissions.set(random.sample(permissions, random.randrange(0, 12)))
for n in range(40):
    user = User.objects.create_user(
        f'user{n}',
        is_active=random.random() < 0.8,
        is_superuser=random.random() < 0.15,
    )
    user.groups.set(random.sample(groups, random.randrange(0, 4)))
    user.user_permissions.set(random.sample(permissions, random.randrange(0, 6)))
`

/** What Django says of all users. */
const answers = `
asked = [f'{p.content_type.app_label}.{p.codename}' for p in permissions]
asked += ['auth.*', 'auth', 'auth.', '.add_user', 'AUTH.add_user', 'auth.add_user ', '', 'a.b.c']
apps = ['auth', 'sessions', 'contenttypes', 'nothing', 'auth.with', '*', '']
result = [
    {
        'pk': user.pk.hex if hasattr(user.pk, 'hex') else user.pk,
        'username': user.username,
        'isActive': user.is_active,
        'isSuperuser': user.is_superuser,
        'permissions': sorted(user.get_all_permissions()),
        'has': {name: user.has_perm(name) for name in asked},
        'modules': {app: user.has_module_perms(app) for app in apps},
        'groups': sorted(user.groups.values_list('name', flat=True)),
    }
    for user in User.objects.order_by('username')
]
`

interface Answers {
  pk: number | string
  username: string
  isActive: boolean
  isSuperuser: boolean
  permissions: string[]
  has: Record<string, boolean>
  modules: Record<string, boolean>
  groups: string[]
}

type SuperUser = User & { isSuperuser: boolean }

const userOf = ({
  pk,
  username,
  isActive,
  isSuperuser,
}: Omit<Answers, 'has' | 'modules' | 'groups' | 'permissions'>): SuperUser => ({
  pk,
  username,
  email: '',
  isActive,
  isStaff: false,
  isSuperuser,
  isAuthenticated: true,
})

async function expectSameAnswers(database: DjangoDatabase, users: readonly Answers[]) {
  const { permissionsOf, hasPerm, hasModulePerms, groupsOf } = djangoPermissions(database)
  expect(users).toHaveLength(40)
  for (const expected of users) {
    const user = userOf(expected)
    expect([...(await permissionsOf(user))].sort()).toEqual(expected.permissions)
    for (const [asked, has] of Object.entries(expected.has)) {
      expect(await hasPerm(user, asked), `${user.username} ${asked}`).toBe(has)
    }
    for (const [app, has] of Object.entries(expected.modules)) {
      expect(await hasModulePerms(user, app), `${user.username} ${app}`).toBe(has)
    }
    expect(await groupsOf(user)).toEqual(expected.groups)
  }
}

besideDjango("permissions in Django's tables", ({ name, open }) => {
  let shared: SharedDatabase
  let django: Django
  beforeAll(async () => {
    shared = await open()
    django = await startDjango({ database: shared.django, settings: { SECRET_KEY: secretKey } })
    await django.run(world, { seed: 20261123 })
  })
  afterAll(async () => {
    django.close()
    await shared.close()
  })

  it(`users have the same permissions and groups as in Django on ${name}`, async () => {
    await expectSameAnswers(djangoDatabase(shared), await django.run<Answers[]>(answers))
  })

  it(`methods are allowed to the same users as by DjangoModelPermissions on ${name}`, async () => {
    const methods = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PURGE']
    const users = await django.run<(Answers & { answers: Record<string, string[]> })[]>(
      `
from types import SimpleNamespace
from django.contrib.auth.models import AnonymousUser
from rest_framework import exceptions, permissions as drf

class Viewing(drf.DjangoModelPermissions):
    perms_map = {
        **drf.DjangoModelPermissions.perms_map,
        'GET': ['%(app_label)s.view_%(model_name)s'],
        'HEAD': ['%(app_label)s.view_%(model_name)s'],
        'POST': ['%(app_label)s.add_%(model_name)s', 'auth.add_user'],
        'PURGE': [],
    }

view = SimpleNamespace(queryset=Group.objects.all())

def answer(permission, user, method):
    try:
        return bool(permission.has_permission(SimpleNamespace(user=user, method=method), view))
    except exceptions.MethodNotAllowed:
        return 405

kinds = {
    'default': drf.DjangoModelPermissions(),
    'anonymous': drf.DjangoModelPermissionsOrAnonReadOnly(),
    'viewing': Viewing(),
}
result = [
    {
        'pk': user.pk,
        'username': user.username,
        'isActive': user.is_active,
        'isSuperuser': user.is_superuser,
        'answers': {
            kind: [answer(permission, user, method) for method in methods]
            for kind, permission in kinds.items()
        },
    }
    for user in [AnonymousUser(), *User.objects.all()]
]
`,
      { methods },
    )
    const permissions = djangoPermissions(djangoDatabase(shared))
    const group = { permissions, app: 'auth', model: 'group' }
    const kinds: Record<string, DjangoModelPermissionsOptions> = {
      default: group,
      anonymous: { ...group, anonymous: true },
      viewing: {
        ...group,
        methods: { GET: ['view'], POST: ['add', 'auth.add_user'], PURGE: [] },
      },
    }

    expect(users).toHaveLength(41)
    for (const expected of users) {
      const user = expected.pk === null ? anonymousUser : userOf(expected)
      for (const [kind, options] of Object.entries(kinds)) {
        const { hasPermission } = djangoModelPermissions(options)
        const given = methods.map(async (method) => {
          try {
            return await hasPermission({ method, user } as ApiRequest)
          } catch (error) {
            if (error instanceof MethodNotAllowed) return 405
            throw error
          }
        })
        expect(await Promise.all(given), `${user.username} ${kind}`).toEqual(expected.answers[kind])
      }
    }
  })

  it(`the permissions of a user are read by one statement and once a user object on ${name}`, async () => {
    const [first] = await django.run<Answers[]>(answers)
    if (first === undefined) throw new Error('there is no user')
    const user = userOf({ ...first, isActive: true, isSuperuser: false })
    const statements: CompiledQuery[] = []
    const db = shared.db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        statements.push({} as CompiledQuery)
        return result
      },
    })
    const permissions = djangoPermissions(djangoDatabase({ db }))
    const before = await permissions.permissionsOf(user)
    await Promise.all([permissions.hasPerm(user, 'auth.add_user'), permissions.permissionsOf(user)])
    expect(statements).toHaveLength(1)

    const added = await django.run<string>(
      `
user = User.objects.get(username=username)
missing = Permission.objects.exclude(user=user).exclude(group__user=user).first()
user.user_permissions.add(missing)
result = f'{missing.content_type.app_label}.{missing.codename}'
`,
      { username: user.username },
    )
    expect(before.has(added)).toBe(false)
    expect(await permissions.hasPerm(user, added)).toBe(false)
    expect(await permissions.hasPerm({ ...user }, added)).toBe(true)
    expect(statements).toHaveLength(2)
  })

  it(`a read of permissions that fails is tried again with the next question on ${name}`, async () => {
    const user = userOf({ pk: 1, username: 'user0', isActive: true, isSuperuser: true })
    let isAway = true
    const db = shared.db.withPlugin({
      transformQuery({ node }) {
        if (isAway) throw new Error('away')
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const permissions = djangoPermissions(djangoDatabase({ db }))

    await expect(permissions.permissionsOf(user)).rejects.toThrow('away')
    isAway = false
    expect((await permissions.permissionsOf(user)).size).toBeGreaterThan(10)
  })
})

besideDjango('permissions of a custom user model', ({ name, open }) => {
  it(`users of a custom model have the same permissions as in Django on ${name}`, async () => {
    const shared = await open()
    const django = await startDjango({
      database: shared.django,
      apps: ['people'],
      settings: { SECRET_KEY: secretKey, AUTH_USER_MODEL: 'people.Person' },
    })
    try {
      await django.run(world, { seed: 20261124 })
      const { users } = djangoDatabase(shared)
      await expectSameAnswers(
        djangoDatabase(shared, { users: { ...users, table: 'people_person', pk: 'uid' } }),
        await django.run<Answers[]>(answers),
      )
    } finally {
      django.close()
      await shared.close()
    }
  })
})

describe('djangoModelPermissions', () => {
  const staff = { pk: 1, username: 'ann', isActive: true, isSuperuser: false }
  const clientFor = (user: unknown, granted: readonly string[], anonymous = false) => {
    const permission = djangoModelPermissions({
      app: 'notes',
      model: 'note',
      anonymous,
      permissions: { hasPerms: async (_user, names) => names.every((it) => granted.includes(it)) },
    })
    return oneView(
      {
        authentication: [
          {
            authenticate: () => (user === null ? null : { user, auth: null }),
            challenge: () => 'Test',
          },
        ],
        permissions: [permission],
        get: () => new ApiResponse('read'),
        post: () => new ApiResponse('added'),
        delete: () => new ApiResponse('deleted'),
      },
      {},
    )
  }
  const statuses = (client: ReturnType<typeof clientFor>) =>
    Promise.all(
      ['GET', 'POST', 'DELETE', 'OPTIONS'].map(async (method) => {
        const { status } = await client.request(method, '/')
        return status
      }),
    )

  it('a view with djangoModelPermissions asks for the permission of the method', async () => {
    const user = userOf(staff)
    expect(await statuses(clientFor(user, []))).toEqual([200, 403, 403, 200])
    expect(await statuses(clientFor(user, ['notes.add_note']))).toEqual([200, 200, 403, 200])
    expect(await statuses(clientFor(user, ['notes.delete_note']))).toEqual([200, 403, 200, 200])
  })

  it('a view with djangoModelPermissions refuses requests without a user, or lets them read', async () => {
    expect(await statuses(clientFor(null, ['notes.add_note']))).toEqual([401, 401, 401, 401])
    expect(await statuses(clientFor(null, ['notes.add_note'], true))).toEqual([200, 401, 401, 200])
  })

  it('HEAD needs the permission that GET needs, so that it shows no more', async () => {
    const { hasPermission } = djangoModelPermissions({
      app: 'notes',
      model: 'note',
      methods: { GET: ['view'] },
      permissions: { hasPerms: async () => false },
    })
    const request = { method: 'HEAD', user: userOf(staff) } as ApiRequest
    expect(await hasPermission(request)).toBe(false)
  })

  it('the documentation of a view knows which methods need a permission of Django', () => {
    const permissions = { hasPerms: async () => true }
    const note = { app: 'notes', model: 'note', permissions }
    const closed = djangoModelPermissions(note)
    const open = djangoModelPermissions({ ...note, anonymous: true })

    expect(closed.audience?.('GET')).toBe('users')
    expect(open.audience?.('GET')).toBe('everybody')
    expect(open.audience?.('POST')).toBe('some-users')
  })

  it('djangoModelPermissions proves that there is a user, unless requests without one may read', () => {
    const note = { app: 'notes', model: 'note', permissions: { hasPerms: async () => true } }
    const api = createApi()
    const scheme: Scheme<User, null> = { authenticate: () => null }
    api.view({
      authentication: [scheme],
      permissions: [djangoModelPermissions(note)],
      get: ({ user }) => {
        expectTypeOf(user).toExtend<User>()
        return new ApiResponse({})
      },
    })
  })

  for (const [options, message] of [
    [{ model: 'no.te' }, /model of djangoModelPermissions\(\) must be a label/],
    [{ app: '' }, /app of djangoModelPermissions\(\) must be a label/],
    [{ methods: { get: ['view'] } }, /by method in upper case/],
    [{ methods: { GET: 'view' } }, /lists of permissions/],
    [{ method: {} }, /Did you mean methods\?/],
    [{ permissions: {} }, /must be the permissions of djangoAccounts\(\)/],
  ] as const) {
    it(`djangoModelPermissions rejects ${JSON.stringify(options)}`, () => {
      const given = { app: 'notes', model: 'note', permissions: { hasPerms: async () => true } }
      expect(() => djangoModelPermissions({ ...given, ...options } as never)).toThrow(message)
    })
  }
})

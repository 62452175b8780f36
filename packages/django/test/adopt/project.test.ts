import ts from 'typescript-5.9'
import { describe, expect, it } from 'vitest'
import { openCatalogue } from '../../src/adopt/inspect/inspect.ts'
import type { Model } from '../../src/adopt/project/project.ts'
import { readProject } from '../../src/adopt/project/read-project.ts'
import { readSettingsDump } from '../../src/adopt/python/dump.ts'
import { onMysql } from '../../src/adopt/settings/on-mysql.ts'
import { adoptSettings } from '../../src/adopt/settings/read-settings.ts'
import { applicationFiles } from '../../src/adopt/writing/write-application.ts'
import {
  databaseOf,
  djangoTables,
  hostileModels,
  hostileTables,
  permissionTables,
} from './hostile-database.ts'

async function projectOf(sql: string) {
  const catalogue = await openCatalogue(`sqlite:${databaseOf(sql)}`)
  return readProject(catalogue).finally(() => catalogue.close())
}

async function filesOf(sql: string, dump: string | null = null) {
  const settings = adoptSettings(dump === null ? null : readSettingsDump(dump))
  return applicationFiles(await projectOf(sql), settings, 'notes')
}

/** What the compiler says about the syntax of a file. */
const syntaxErrors = (text: string) =>
  ts
    .transpileModule(text, { reportDiagnostics: true, compilerOptions: { isolatedModules: true } })
    .diagnostics?.map(({ messageText }) => messageText)

const named = (models: readonly Model[], app: string, name: string) =>
  models.find((model) => model.app === app && model.name === name)

describe('the project of a Django database', () => {
  it('models are found by their tables, also by a name of their own', async () => {
    const { models, missing } = await projectOf(
      `${djangoTables('notes.note', 'notes.tag', 'notes.label', 'notes.gone')}
       create table notes_note (id integer primary key);
       create table tags (id integer primary key);
       create table "Notes_Label" (id integer primary key);`,
    )
    expect(models.map(({ app, name, table }) => [app, name, table.name])).toEqual([
      ['notes', 'label', 'Notes_Label'],
      ['notes', 'note', 'notes_note'],
      ['notes', 'tag', 'tags'],
    ])
    expect(missing).toEqual(['notes.gone'])
  })

  it('tables of accounts and packages get no views, whether Django lists them or not', async () => {
    const { models, left } = await projectOf(djangoTables() + hostileTables)
    const views = models.map(({ table }) => table.name)
    for (const name of ['auth_user', 'authtoken_token', 'knox_authtoken', 'django_session']) {
      expect(views).not.toContain(name)
      expect(left.map(({ table }) => table)).toContain(name)
    }
  })

  it('a user model of the project is found by the foreign key of the tokens', async () => {
    const { accounts, models } = await projectOf(`
      create table django_migrations (id integer primary key);
      create table django_content_type (id integer primary key, app_label text, model text);
      insert into django_content_type values (1, 'people', 'member');
      create table people_member (
        uuid char(32) not null primary key, password varchar(128) not null, email varchar(254) not null unique,
        is_active bool not null, last_login datetime);
      create table people_member_groups (
        id integer primary key, member_id char(32) not null references people_member (uuid),
        group_id integer not null, unique (member_id, group_id));
      create table authtoken_token (
        key varchar(40) primary key, user_id char(32) not null references people_member (uuid));`)
    expect(accounts.users).toMatchObject({
      table: 'people_member',
      pkType: 'uuid',
      model: 'member',
      columns: { pk: 'uuid', username: 'email', isActive: 'is_active', isStaff: null },
    })
    expect(models).toEqual([])
  })

  it.each([
    ['no user', '', null],
    ['an unusable password', "('!a', null)", null],
    [
      'other formats',
      "('argon2$argon2id$v=19$m=1', null), ('bcrypt$$2b$12$a', '2026-01-01')",
      null,
    ],
    ['one', "('pbkdf2_sha256$390000$salt$digest', null)", 390_000],
    ['the most', "('pbkdf2_sha256$260000$a$b', null), ('pbkdf2_sha1$600000$a$b', null)", 600_000],
    ['too many', "('pbkdf2_sha256$10000001$a$b', null)", null],
    [
      'those of the last sign-ins',
      `${"('pbkdf2_sha256$720000$a$b', '2026-01-02'), ".repeat(100)}
        ('pbkdf2_sha256$1000000$a$b', '2025-12-31'), ('pbkdf2_sha256$2000000$a$b', null)`,
      720_000,
    ],
  ])(
    'the iterations of new passwords are those of stored ones: %s',
    async (_what, users, found) => {
      const insert = `
      create table users (password, last_login);
      ${users === '' ? '' : `insert into users values ${users};`}
      insert into auth_user (password, last_login, is_superuser, username, last_name, email, is_staff,
        is_active, date_joined, first_name)
        select password, last_login, 0, rowid, '', '', 0, 1, '2025-01-01', '' from users;
      drop table users;`
      const { passwordIterations } = await projectOf(djangoTables() + insert)
      expect(passwordIterations).toBe(found)
    },
  )

  it.each([
    ['', '260000', ['iterations: 260_000'], 'as in passwords of the last sign-ins'],
    [
      "['<PBKDF2SHA1>']",
      '260000',
      ["format: 'pbkdf2_sha1'", 'iterations: 260_000'],
      '260000, as in',
    ],
    ["['<Argon2>']", '260000', ["format: 'argon2'"], 'PASSWORD_HASHERS'],
    ["['<Argon2>']", null, ["format: 'argon2'"], 'PASSWORD_HASHERS'],
    ["['<BCryptSHA256>']", null, ["format: 'bcrypt_sha256'"], 'PASSWORD_HASHERS'],
    ['', null, [], 'No stored password says how many iterations'],
  ])(
    'new passwords of an adopted application are those of Django: hashers %s, iterations %s',
    async (hashers, iterations, options, told) => {
      const paths = hashers.replaceAll(/<(\w+)>/g, 'django.contrib.auth.hashers.$1PasswordHasher')
      const user =
        iterations === null
          ? ''
          : `insert into auth_user values (1, 'pbkdf2_sha256$${iterations}$a$b', null, 0, 'ann', '', '', 0, 1, '2025-01-01', '');`
      const files = await filesOf(
        djangoTables() + user,
        hashers === '' ? null : `PASSWORD_HASHERS = ${paths}`,
      )
      const accounts = files.get('src/accounts.ts') ?? ''
      const [, written = ''] = /passwords: djangoPasswords\(\{ (.*) \}\)/.exec(accounts) ?? []
      expect(written).toBe(options.join(', '))
      expect(accounts.includes('djangoPasswords')).toBe(options.length > 0)
      const report = files.get('ADOPTED.md') ?? ''
      expect(report.replaceAll(/\s+/g, ' ')).toContain(told)
      expect(report.includes('No stored password')).toBe(hashers === '' && iterations === null)
      expect(JSON.parse(files.get('package.json') ?? '').dependencies.bcrypt).toBe(
        hashers.includes('BCrypt') ? '^6.0.0' : undefined,
      )
    },
  )

  it('foreign keys have the names of their fields, unless another column has that name', async () => {
    const { models } = await projectOf(djangoTables(...hostileModels) + hostileTables)
    const names = (model: Model | undefined) => model?.fields.map(({ name }) => name)
    expect(names(named(models, 'shop', 'kysely'))).toEqual(['id', 'owner', 'data'])
    expect(names(named(models, 'shop', 'item'))).toEqual(['sku', 'order', 'order_id'])
  })

  it('a column that may be a secret is not shown, nor one that every object has', async () => {
    const { models } = await projectOf(djangoTables(...hostileModels) + hostileTables)
    const hidden = named(models, 'shop', 'class')?.fields.filter(({ hidden }) => hidden !== null)
    expect(hidden?.map(({ name, hidden }) => [name, hidden])).toEqual([
      ['api_key', 'secret'],
      ['__proto__', 'name'],
      ['constructor', 'name'],
    ])
  })

  it.each([
    ...[
      'password',
      'resetcode',
      'stripe_key',
      'access_key',
      'session_key',
      'apiKey',
      'credentials',
    ],
    ...[
      'bearer',
      'authorization',
      'oauth_state',
      'cvv',
      'card_cvc',
      'ssn',
      'iban',
      'pin',
      'card_pin',
    ],
    ...['userpin', 'otp_seed', 'jwt', 'webhook_secret', 'refresh_tokens', 'pw_hash', 'pwd', 'salt'],
  ])('a column named %s is neither sent nor accepted, and the report says so', async (name) => {
    const files = await filesOf(`${djangoTables('shop.book')}
      create table shop_book (id integer primary key, title text not null, "${name}" text null);`)
    expect(files.get('src/shop.ts')).not.toContain(name)
    expect(files.get('ADOPTED.md')).toContain(
      `\`shop.book\`: \`${name}\` is not sent and not accepted: by its name it may be a secret.`,
    )
  })

  it.each([
    ...['author text', 'authored_by text', 'keywords text', 'shipping text', 'opinion text'],
    ...[
      'token_expires datetime',
      'has_password bool',
      'country_code_id integer references shop_code',
    ],
  ])('a column like %s is no secret', async (column) => {
    const { models } = await projectOf(`${djangoTables('shop.book', 'shop.code')}
      create table shop_code (id integer primary key);
      create table shop_book (id integer primary key, ${column} null);`)
    expect(named(models, 'shop', 'book')?.fields.map(({ hidden }) => hidden)).toEqual([null, null])
  })

  it('a key that is named like a secret is reported', async () => {
    const files = await filesOf(`${djangoTables('shop.book')}
      create table shop_book (code varchar(9) not null primary key, title text not null);`)
    expect(files.get('ADOPTED.md')).toContain('its key `code` is named like a secret')
  })

  it('many-to-many tables are reported and have no views', async () => {
    const { models, joins } = await projectOf(djangoTables(...hostileModels) + hostileTables)
    expect(joins.map(({ name }) => name)).toEqual(['shop_class_items'])
    expect(models.map(({ table }) => table.name)).not.toContain('shop_class_items')
  })

  it('blank texts and decimal places are seen in rows, which SQLite keeps nowhere else', async () => {
    const { models } = await projectOf(`${djangoTables('shop.book')}
      create table shop_book (
        id integer primary key, title text not null, remark text not null, price decimal not null);
      insert into shop_book values (1, 'a', '', 1.5), (2, 'b', 'x', 2.125), (3, 'c', '', 4);`)
    const fields = named(models, 'shop', 'book')?.fields.map(
      ({ name, isBlankSeen, placesSeen }) => [name, isBlankSeen, placesSeen],
    )
    expect(fields).toEqual([
      ['id', false, null],
      ['title', false, null],
      ['remark', true, null],
      ['price', false, 3],
    ])
  })
})

describe('the application of a hostile database', () => {
  it('names from the database never become code, and every file is valid TypeScript', async () => {
    const files = await filesOf(djangoTables(...hostileModels) + hostileTables)
    for (const [path, text] of files) {
      if (path.endsWith('.ts')) expect([path, syntaxErrors(text)]).toEqual([path, []])
      // As part of a literal or a comment only.
      const code = text.replaceAll(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|\/\*[\s\S]*?\*\//g, '')
      if (path.endsWith('.ts')) expect(code).not.toContain('process.exit(')
    }
  })

  it('two models of one name in two apps, and words of JavaScript, have names of their own', async () => {
    const files = await filesOf(djangoTables(...hostileModels) + hostileTables)
    expect(files.get('src/blog.ts')).toContain("'/blog/orders/': api.listView")
    expect(files.get('src/shop.ts')).toContain("'/shop/orders/': api.listView")
    expect(files.get('src/shop.ts')).toContain('const classRows = kyselyStore')
    expect(files.get('src/shop.ts')).toContain('const naive2Rows = kyselyStore')
    expect(files.get('src/n-2fa.ts')).toContain('export function n2faViews')
    expect(files.get('src/tables2.ts')).toContain('export function tables2Views')
  })

  it('a constraint with markup stays one line of code in the report', async () => {
    const report = (await filesOf(djangoTables(...hostileModels) + hostileTables)).get('ADOPTED.md')
    expect(report).toContain("``m < 5 and '`) <script>' <> '?# heading'``")
    expect(report).not.toMatch(/^# heading/m)
  })

  it('a dump with hostile texts does not become code', async () => {
    const files = await filesOf(
      djangoTables('notes.note'),
      [
        `REST_FRAMEWORK = {'DEFAULT_AUTHENTICATION_CLASSES': ["a'); process.exit(7)//\\n# x\`"], 'SEARCH_PARAM': "q'+process.exit(7)+'", 'DEFAULT_THROTTLE_RATES': {"x'},process.exit(7),{'": '1/s', '__proto__': '1/s'}}  ###`,
        `MIDDLEWARE = ['a\`\\n\\n# x.B']`,
        `AUTH_USER_MODEL = "'); process.exit(7)"`,
      ].join('\n'),
    )
    const settings = files.get('src/settings.ts') ?? ''
    expect(syntaxErrors(settings)).toEqual([])
    const code = settings.replaceAll(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, '')
    expect(code).not.toContain('process.exit(')
    expect(files.get('ADOPTED.md')).not.toMatch(/^# x/m)
  })

  it('three hundred tables are read and written in seconds', async () => {
    const models = Array.from({ length: 300 }, (_, index) => `app${index % 7}.model${index}`)
    const tables = models.map((model) => {
      const columns = Array.from(
        { length: 40 },
        (_, index) => `column${index} varchar(100) not null`,
      )
      return `create table ${model.replace('.', '_')} (id integer primary key, ${columns.join(', ')});`
    })
    const files = await filesOf(djangoTables(...models) + tables.join('\n'))
    expect(files.get('src/app0.ts')?.match(/api\.listView/g)).toHaveLength(43)
  })
})

describe('the settings of an adopted application', () => {
  const notes = `${djangoTables('notes.note')}
    create table notes_note (id integer not null primary key autoincrement, title varchar(9) not null);`
  const dump = (settings: string) => `REST_FRAMEWORK = {${settings}}  ###`

  it('with DjangoModelPermissions each adopted view checks those of its model, after the others', async () => {
    const files = await filesOf(
      notes,
      dump(
        "'DEFAULT_PERMISSION_CLASSES': ['rest_framework.permissions.IsAdminUser', 'rest_framework.permissions.DjangoModelPermissions']",
      ),
    )
    const views = (files.get('src/notes.ts') ?? '').replaceAll(/\s+/g, ' ')
    expect(views).toMatch(
      /const notePermissions = \[ ?isAdminUser, djangoModelPermissions\(\{ permissions: django\.permissions, app: 'notes', model: 'note', methods: \{ GET: \['view'\] \},? \}\),? ?\]/,
    )
    expect(views.match(/permissions: notePermissions/g)).toHaveLength(2)
  })

  it.each([
    [
      'let everyone in',
      dump("'DEFAULT_PERMISSION_CLASSES': ['rest_framework.permissions.AllowAny']"),
    ],
    ['are not given', null],
  ])('adopted views need a user if the settings %s, and the report says so', async (_, given) => {
    const files = await filesOf(notes, given)
    expect(files.get('src/settings.ts')).toContain('DEFAULT_PERMISSION_CLASSES: [isAuthenticated]')
    expect(files.get('ADOPTED.md')).toContain('all views need a user')
  })

  it.each([
    null,
    dump("'DEFAULT_PERMISSION_CLASSES': ['rest_framework.permissions.IsAuthenticated']"),
    dump("'DEFAULT_PERMISSION_CLASSES': ['rest_framework.permissions.IsAuthenticatedOrReadOnly']"),
    dump(
      "'DEFAULT_PERMISSION_CLASSES': ['rest_framework.permissions.DjangoModelPermissionsOrAnonReadOnly']",
    ),
  ])(
    'who may read and write by an adopted view, Django says, with the settings %j',
    async (given) => {
      const files = await filesOf(notes, given)
      const views = (files.get('src/notes.ts') ?? '').replaceAll(/\s+/g, '')
      const options = `permissions:django.permissions,app:'notes',model:'note',methods:{GET:['view']}`
      expect(views).toContain(`constnotePermissions=[djangoModelPermissions({${options},}),]`)
      expect(files.get('src/permissions.ts')).toBeUndefined()
      expect(files.get('test/application.test.ts')).toContain('refuses strangers')
      expect(files.get('ADOPTED.md')).toContain(
        "**Reads and writes need Django's permission of the model**",
      )
    },
  )

  it.each([
    [
      'no table of permissions',
      notes.replace(permissionTables, ''),
      'lacks a table of permissions',
    ],
    ['no model of this name', notes.replace("'notes', 'note'", "'n', 'n'"), 'no permissions of'],
  ])(
    'adopted views are closed if Django has %s, and the report says so',
    async (_, sql, reason) => {
      const files = await filesOf(sql)
      const views = files.get('src/notes.ts') ?? files.get('src/other.ts')
      expect(views).toMatch(/const (\w+)Permissions = \[closed\]/)
      expect(views?.match(/permissions: \w+Permissions/g)).toHaveLength(2)
      expect(files.get('src/permissions.ts')).toContain(
        "closed: Permission = { name: 'closed', hasPermission: () => false }",
      )
      expect(files.get('ADOPTED.md')).toMatch(
        new RegExp(`${reason}.*: these views refuse everybody`),
      )
    },
  )

  it('the rows of a model that refers to the users are those of the user, and the report says so', async () => {
    const files = await filesOf(`${djangoTables('notes.note')}
      create table notes_note (
        id integer primary key, title varchar(9) not null,
        author_id integer not null references auth_user (id),
        editor_id integer null references auth_user (id));`)
    const views = files.get('src/notes.ts') ?? ''
    expect(views).toContain("own('author', 'editor')")
    expect(views).toContain('// Take `own` out if everybody')
    expect(files.get('ADOPTED.md')).toContain(
      '`notes.note`: users see only the rows that refer to them by `author`, `editor`.',
    )
  })

  it.each([
    ['name no style', null, 'pageNumberPagination()', 100],
    ['have a size only', dump("'PAGE_SIZE': 7"), 'pageNumberPagination()', 7],
    [
      'have a style only',
      dump(
        "'DEFAULT_PAGINATION_CLASS': 'rest_framework.pagination.LimitOffsetPagination', 'PAGE_SIZE': None",
      ),
      'limitOffsetPagination()',
      100,
    ],
  ])(
    'adopted lists have pages if the settings %s, and the report says so',
    async (_, given, style, size) => {
      const files = await filesOf(notes, given)
      expect(files.get('src/settings.ts')).toContain(
        `DEFAULT_PAGINATION_CLASS: ${style},\n    PAGE_SIZE: ${size},`,
      )
      expect(files.get('src/settings.ts')?.match(/PAGE_SIZE/g)).toHaveLength(1)
      expect(files.get('ADOPTED.md')).toContain('The settings do not divide lists into pages')
    },
  )

  it('the name of an adopted view is the one that Django has for the model in words', async () => {
    const files = await filesOf(`${djangoTables('notes.trackingevent')}
      create table notes_trackingevent (id integer primary key, title text not null);
      insert into auth_permission (content_type_id, codename, name)
        values (1, 'add_trackingevent', 'Can add tracking event');`)
    expect(files.get('src/notes.ts')).toContain("name: 'Tracking Event List'")
    expect(files.get('src/notes.ts')).toContain("name: 'Tracking Event Instance'")
  })

  it('a model of which no row can be added is only read, and the report says why', async () => {
    const files = await filesOf(`${djangoTables('shop.book')}
      create table shop_book (id integer primary key, title text not null, stock_key text not null);`)
    expect(files.get('src/shop.ts')).not.toContain('schema:')
    const report = files.get('ADOPTED.md')
    expect(report).toContain('| `shop.book` | `shop_book` | `/shop/books/` | GET |')
    expect(report).toContain(
      '`shop.book` can only be read: a row needs `stock_key`, which is not accepted.',
    )
  })

  it('optional texts are blank in new rows, and PUT leaves them as they are', async () => {
    const files = await filesOf(`${djangoTables('shop.book')}
      create table shop_book (id integer primary key, title text not null, remark text not null);
      insert into shop_book values (1, 'a', '');`)
    const views = files.get('src/shop.ts') ?? ''
    expect(views).toContain('remark: charField({ allowBlank: true }).optional()')
    expect(views).toContain("const bookPresets = { remark: '' }")
    expect(views).toContain('create: (data) => bookRows.create({ ...bookPresets, ...data })')
  })

  it('the report names the fields that look like soft deletes and generic keys', async () => {
    const files = await filesOf(`${djangoTables('shop.book')}
      create table shop_book (
        id integer primary key, title text not null, deleted_at datetime null, is_removed bool not null,
        removed text null, content_type_id integer not null references django_content_type (id),
        object_id integer not null);`)
    const report = files.get('ADOPTED.md') ?? ''
    expect(report.match(/`shop\.book\.\w+` looks like a \*\*soft delete/g)).toEqual([
      '`shop.book.deleted_at` looks like a **soft delete',
      '`shop.book.is_removed` looks like a **soft delete',
    ])
    expect(report).toContain(
      '`shop.book.content_type_id` with `shop.book.object_id` is a **generic foreign key**',
    )
  })

  it.each([
    [8, 'knox: { version: 4 }'],
    [25, null],
  ])(
    'tokens of an adopted application fit into the %d characters that knox has',
    async (length, code) => {
      const files = await filesOf(`${notes}
      create table knox_authtoken (
        digest varchar(128) primary key, token_key varchar(${length}), user_id integer);`)
      if (code === null) expect(files.get('src/accounts.ts')).not.toContain('knox')
      else expect(files.get('src/accounts.ts')).toContain(code)
    },
  )

  it('tokens of both tables are found behind one word by an adopted application', async () => {
    const files = await filesOf(
      `${notes} create table knox_authtoken (digest varchar(128) primary key, token_key varchar(25));`,
    )
    const settings = files.get('src/settings.ts') ?? ''
    expect(settings.match(/tokenAuthentication\(/g)).toHaveLength(1)
    expect(settings).toContain('(await django.tokens.find(key)) ?? django.knox.find(key)')
  })

  it('what the settings of knox say holds for an adopted application', async () => {
    const files = await filesOf(
      `${notes} create table knox_authtoken (digest varchar(128) primary key, token_key varchar(25));`,
      dump("'DEFAULT_AUTHENTICATION_CLASSES': ['knox.auth.TokenAuthentication']").concat(
        "\nREST_KNOX = {'TOKEN_TTL': datetime.timedelta(seconds=3600), 'AUTO_REFRESH': True, 'TOKEN_LIMIT_PER_USER': None, 'AUTH_HEADER_PREFIX': 'Bearer', 'TOKEN_PREFIX': 'much too long a prefix', 'SECURE_HASH_ALGORITHM': 'hashlib.md5'}  ###",
      ),
    )
    expect(files.get('src/accounts.ts')).toContain(
      'knox: { ttlSeconds: 3600, autoRefresh: true, limitPerUser: null }',
    )
    expect(files.get('src/settings.ts')).toContain(
      "tokenAuthentication({ keyword: 'Bearer', tokens: django.knox })",
    )
    const report = files.get('ADOPTED.md')
    expect(report).toContain("`REST_KNOX['TOKEN_PREFIX']`: its value cannot be taken over.")
    expect(report).toContain("`REST_KNOX['SECURE_HASH_ALGORITHM']`: tokens are only found by")
  })

  it('sessions of an adopted application are those that Django accepts', async () => {
    const files = await filesOf(
      notes,
      [
        "AUTHENTICATION_BACKENDS = ['allauth.account.auth_backends.AuthenticationBackend']",
        'SESSION_COOKIE_AGE = 2592000',
        'SESSION_SAVE_EVERY_REQUEST = True',
      ].join('\n'),
    )
    expect(files.get('src/accounts.ts')).toContain(`
    sessions: {
      cookieAge: 2_592_000,
      saveEveryRequest: true,
      backends: ['allauth.account.auth_backends.AuthenticationBackend'],
    },
`)
    expect((await filesOf(notes, dump(''))).get('src/accounts.ts')).not.toContain('sessions:')
  })

  it('requests of an adopted application are atomic if those of Django were', async () => {
    const files = await filesOf(notes, "DATABASES = {'default': {'ATOMIC_REQUESTS': True}}")
    const settings = files.get('src/settings.ts')
    expect(settings).toContain('ATOMIC_REQUESTS: true')
    expect(settings).toContain('TRANSACTIONS: kyselyTransactions(db)')
    expect(files.get('src/application.ts')).toContain('newApi(django, db)')
  })

  it('an authentication whose table is not there is reported and left out', async () => {
    const files = await filesOf(
      notes,
      dump(
        "'DEFAULT_AUTHENTICATION_CLASSES': ['knox.auth.TokenAuthentication', 'rest_framework.authentication.TokenAuthentication']",
      ),
    )
    expect(files.get('src/settings.ts')).not.toContain('django.knox')
    expect(files.get('src/settings.ts')).toContain('tokenAuthentication({ tokens: django.tokens })')
    expect(files.get('ADOPTED.md')).toContain(
      'knox authentication, but the database lacks its table',
    )
  })

  it('what needs SQLite or PostgreSQL is left out on MySQL, and reported', () => {
    const settings = onMysql(
      adoptSettings(
        readSettingsDump(
          "DATABASES = {'default': {'ATOMIC_REQUESTS': True}}\n" +
            dump(
              "'DEFAULT_PAGINATION_CLASS': 'rest_framework.pagination.CursorPagination', 'PAGE_SIZE': 9",
            ),
        ),
      ),
    )
    expect(settings.pagination).toBe('pageNumber')
    expect([...settings.values.keys()]).not.toContain('ATOMIC_REQUESTS')
    const left = settings.report.left.map(({ name }) => name)
    expect(left).toEqual(
      expect.arrayContaining([
        "DATABASES['default']['ATOMIC_REQUESTS']",
        "REST_FRAMEWORK['DEFAULT_PAGINATION_CLASS']",
      ]),
    )
  })
})

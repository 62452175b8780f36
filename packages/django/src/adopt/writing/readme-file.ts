import type { Dialect } from '../inspect/schema.ts'
import type { Names } from './names.ts'
import type { Policies } from './settings-file.ts'

/** `README.md` of the application. */
export const readmeFile = (
  name: string,
  dialect: Dialect,
  { models }: Names,
  { needsSecretKey }: Policies,
): string => {
  const secret = needsSecretKey
    ? "export DJANGO_SECRET_KEY='…'    # the SECRET_KEY of Django: for sessions and simplejwt\n"
    : ''
  const path = [...models.values()][0]?.path ?? '/'
  return `# ${name}

A service with [Turnpike](https://github.com/turnpike-api/turnpike) over the database of a Django project. Both run side
by side. [ADOPTED.md](ADOPTED.md) says what was taken over from Django, and what is still to be done. It needs Node
24.14.1 or later: an older one answers \`ERR_UNKNOWN_FILE_EXTENSION\`. \`npm run\` uses the one in \`node_modules\`.

Each request needs a user with Django's permission of the model, such as a superuser, until you open its view.

\`\`\`sh
npm install
export DATABASE_URL='${urls[dialect]}'
${secret}npm start                       # http://127.0.0.1:8000
curl http://127.0.0.1:8000${path} -H 'Authorization: Token …'
\`\`\`

| File | Content |
|---|---|
| \`src/main.ts\` | serves on \`HOST\` and \`PORT\`, by default 127.0.0.1 and 8000 |
| \`src/application.ts\` | all views |
| \`src/environment.ts\` | the variables of the environment |
| \`src/settings.ts\` | what all views share; also for proxies and hosts: \`TRUSTED_PROXIES\`, \`ALLOWED_HOSTS\` |
| \`src/permissions.ts\` | who sees rows that belong to a user, and models without permissions |
| \`src/accounts.ts\` | users, tokens, sessions and permissions in Django's tables |
| \`src/tables.ts\` | the tables as types |
| \`src/<app>.ts\` | the views of an app: schemas of what is sent and shown, lists, single items |
| \`src/store.ts\`, \`src/values.ts\` | names and forms of values that differ between clients and columns |
| \`test/\` | tests that only read: \`npm test\`; with the token of a superuser in \`TEST_TOKEN\` also as that user |

\`npm run types\` compiles it, and \`npm run dev\` starts it again after each change. Django makes and changes the tables;
after its migrations, compare \`src/tables.ts\` with them.
`
}

const urls: Record<Dialect, string> = {
  sqlite: 'sqlite:/path/to/db.sqlite3',
  postgres: 'postgres://user:password@host:5432/name',
  mysql: 'mysql://user:password@host:3306/name',
}

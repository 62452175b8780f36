import Sqlite from 'better-sqlite3'
import { ApiResponse, createApi, isAuthenticated, routes, tokenAuthentication } from 'turnpike'
import { memberTokens, tables } from './tokens.ts'

/** An API for members, whose plan its handlers see. */
export function application(database: Sqlite.Database) {
  const tokens = memberTokens(database)
  const api = createApi({
    DEFAULT_AUTHENTICATION_CLASSES: [tokenAuthentication({ tokens })],
    DEFAULT_PERMISSION_CLASSES: [isAuthenticated],
  })
  return routes(api, {
    '/me/': api.view({
      get: ({ user }) => new ApiResponse({ username: user.username, plan: user.plan }),
    }),
  })
}

/** The database of a company that had members before it had an API. */
export function openMembers(): Sqlite.Database {
  const database = new Sqlite(':memory:')
  database.pragma('foreign_keys = on')
  database.exec(tables)
  database.exec("insert into member (login, plan) values ('ann', 'paid'), ('ben', 'free')")
  return database
}

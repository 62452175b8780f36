import type { DatabaseConnection } from 'kysely'
import { onlyReads } from '../statements/reads.ts'

/** The same connection, which calls `note` before each statement that may write. */
export const withNotedWrites = (
  connection: DatabaseConnection,
  note: () => void,
): DatabaseConnection =>
  // Its private members need it as `this`.
  new Proxy(connection, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      if (name !== 'executeQuery' && name !== 'streamQuery') return member.bind(target)
      return (...[query, ...rest]: Parameters<DatabaseConnection['executeQuery']>) => {
        if (!onlyReads(query.sql)) note()
        return member.call(target, query, ...rest)
      }
    },
  })

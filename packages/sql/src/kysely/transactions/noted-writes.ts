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
        if (!onlyReads(query.sql) || callsFunction(query.sql)) note()
        return member.call(target, query, ...rest)
      }
    },
  })

/** Whether the text calls a function that may write, such as one of the application. */
const callsFunction = (sql: string): boolean =>
  [...sql.matchAll(/([\w$"]+)\s*\(/g)].some(([, word = '']) => !plain.test(word))

/** What may stand before a parenthesis and writes nothing. Stores ask for tables by the last. */
const plain = new RegExp(
  '^(all|and|any|as|avg|by|cast|coalesce|count|distinct|exists|filter|from|having|in|join|lower|max|min|not|on|' +
    'or|over|select|some|sum|then|union|upper|using|values|when|where|with|pragma_\\w+|to_reg\\w+)$',
  'i',
)

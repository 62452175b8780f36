/**
 * The `code` of an error of better-sqlite3, bun:sqlite, node:sqlite or `pg`; null if it has none.
 * Errors of node:sqlite have a number instead of a name.
 */
export function driverErrorCode(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null
  const { code, errcode } = error as { code: unknown; errcode?: unknown }
  return code === 'ERR_SQLITE_ERROR' ? sqliteCode(Number(errcode)) : String(code)
}

/** The lower eight bits are the primary code. */
const sqliteCode = (errcode: number): string =>
  `SQLITE_${extended[errcode] ?? primary[errcode & 0xff] ?? 'ERROR'}`

/** https://www.sqlite.org/rescode.html: those whose names are looked for. */
const extended: Readonly<Record<number, string>> = {
  275: 'CONSTRAINT_CHECK',
  516: 'ABORT_ROLLBACK',
  517: 'BUSY_SNAPSHOT',
  787: 'CONSTRAINT_FOREIGNKEY',
  1299: 'CONSTRAINT_NOTNULL',
  1555: 'CONSTRAINT_PRIMARYKEY',
  1811: 'CONSTRAINT_TRIGGER',
  2067: 'CONSTRAINT_UNIQUE',
  2579: 'CONSTRAINT_ROWID',
  3091: 'CONSTRAINT_DATATYPE',
}

const primary: Readonly<Record<number, string>> = {
  1: 'ERROR',
  2: 'INTERNAL',
  3: 'PERM',
  4: 'ABORT',
  5: 'BUSY',
  6: 'LOCKED',
  7: 'NOMEM',
  8: 'READONLY',
  9: 'INTERRUPT',
  10: 'IOERR',
  11: 'CORRUPT',
  12: 'NOTFOUND',
  13: 'FULL',
  14: 'CANTOPEN',
  15: 'PROTOCOL',
  17: 'SCHEMA',
  18: 'TOOBIG',
  19: 'CONSTRAINT',
  20: 'MISMATCH',
  21: 'MISUSE',
  23: 'AUTH',
  25: 'RANGE',
  26: 'NOTADB',
}

import type { ToArgument } from '../capture.ts'

/** How moments are stored: `2026-01-02T03:04:05.678+00:00`, or milliseconds since 1970. */
export type TimestampFormat = 'iso8601' | 'unixepoch-ms'

/** Converts Prisma's arguments to values of SQLite as `@prisma/adapter-better-sqlite3` does. */
export const sqliteArguments =
  (timestampFormat: TimestampFormat): ToArgument =>
  (value, { scalarType }) => {
    if (typeof value === 'boolean') return value ? 1 : 0
    if (value instanceof Date) return moment(value, timestampFormat)
    if (typeof value !== 'string') return value
    switch (scalarType) {
      case 'int':
        return Number.parseInt(value, 10)
      case 'float':
      case 'decimal':
        return Number.parseFloat(value)
      case 'bigint':
        return BigInt(value)
      case 'datetime':
        return moment(new Date(value), timestampFormat)
      case 'bytes':
        return Buffer.from(value, 'base64')
      default:
        return value
    }
  }

const moment = (date: Date, format: TimestampFormat): string | number =>
  format === 'iso8601' ? date.toISOString().replace('Z', '+00:00') : date.getTime()

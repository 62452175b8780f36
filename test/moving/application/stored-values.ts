import { isSqlite } from '@turnpike/sql'
import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** Values as Django keeps them in columns that have no type of their own on SQLite. */
export interface StoredValues {
  /** A UUID: on SQLite 32 digits without hyphens. */
  uuid(text: string): string
  /** A moment in UTC: on SQLite `2024-05-01 10:20:30.000123`. */
  moment(text: string): string
  /** JSON: on SQLite its text. */
  json(value: unknown): unknown
  readUuid(stored: string): string
  readJson(stored: unknown): unknown
}

export function storedValues(db: Kysely<Tables>): StoredValues {
  const same = <Value>(value: Value): Value => value
  if (!isSqlite(db)) return { uuid: same, moment: same, json: same, readUuid: same, readJson: same }
  return {
    uuid: (text) => text.replaceAll('-', ''),
    moment: (text) => text.replace('T', ' ').replace('Z', ''),
    json: (value) => JSON.stringify(value),
    readUuid: (stored) => stored.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    readJson: (stored) => (typeof stored === 'string' ? JSON.parse(stored) : stored),
  }
}

/** This moment with microseconds, in the form of a `dateTimeField()`. */
export const now = (): string => new Date().toISOString().replace('Z', '000Z')

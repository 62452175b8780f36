import type { AnyDatabase } from '@turnpike/sql'
import type { PasswordHasher } from 'turnpike'
import { dialectOf } from '../../dialect.ts'
import { randomLetters } from '../../passwords/salt.ts'

/** The value of a column for a statement; nothing when there is no such column. */
export const written = (column: string | null, value: unknown): Record<string, unknown> =>
  column === null ? {} : { [column]: value }

/** SQLite and MySQL have numbers for booleans. */
export const storedBoolean = (db: AnyDatabase, is: boolean): boolean | number =>
  dialectOf(db) === 'postgres' ? is : Number(is)

/** @param password null: one that matches nothing. */
export const storedPassword = async (
  passwords: PasswordHasher,
  password: string | null,
): Promise<string> => (password === null ? `!${randomLetters(40)}` : passwords.hash(password))

/** As Django stores addresses: the name of the domain has no case. */
export const storedEmail = (email: string): string =>
  email.slice(0, email.lastIndexOf('@') + 1) + email.slice(email.lastIndexOf('@') + 1).toLowerCase()

/** PostgreSQL takes it without hyphens, too. */
export const newUuid = (): string => crypto.randomUUID().replaceAll('-', '')

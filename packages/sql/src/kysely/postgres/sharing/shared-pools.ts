import { mark } from 'turnpike/kit'
import type { AnyDatabase } from '../../database.ts'

/** The databases of pools from `postgresPool`. */
export const databaseOfPool = mark<object, AnyDatabase>()

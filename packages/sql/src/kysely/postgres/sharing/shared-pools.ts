import { mark } from '../../../caching/mark.ts'
import type { AnyDatabase } from '../../database.ts'

/** The databases of pools from `postgresPool`. */
export const databaseOfPool = mark<object, AnyDatabase>()

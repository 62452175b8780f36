import { openDatabase } from '../../src/kysely/opening/open.ts'
import type { Place } from './pair.ts'

/** What the service opens. */
export const openOfService = (place: Place, patience?: number) =>
  openDatabase(place.kind === 'sqlite' ? `sqlite:${place.path}` : place.url, {
    ...(patience !== undefined && { connectionTimeoutMillis: patience }),
  })

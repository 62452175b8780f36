import { kyselyStore } from 'turnpike/kysely'
import type { Context } from './api.ts'

export const noteStore = ({ db }: Context) => kyselyStore(db, 'note')

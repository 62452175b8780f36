import { kyselyStore } from '@turnpike/sql'
import type { Context } from './api.ts'

export const noteStore = ({ db }: Context) => kyselyStore(db, 'note')

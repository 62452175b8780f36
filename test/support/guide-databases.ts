import { openPostgres, postgresMissing } from './postgres.ts'

/** The databases on which the services of guides are tested, each time an empty one. */
export const guideDatabases = [
  {
    name: 'SQLite',
    isMissing: false,
    open: async () => ({ url: 'sqlite::memory:', drop: async () => {} }),
  },
  {
    name: 'PostgreSQL',
    isMissing: postgresMissing !== null,
    async open() {
      const { url, close } = await openPostgres()
      return { url, drop: close }
    },
  },
]

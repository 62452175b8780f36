import type { Kysely } from 'kysely'
import { serve } from 'turnpike/node'
import { type DjangoProject, djangoProject, djangoSecretKey } from '../support/django.ts'
import { application } from './application/application.ts'
import { openDatabase } from './application/database.ts'
import type { Tables } from './application/tables.ts'

/** Django and Turnpike over one database. */
export interface BothServices {
  readonly project: DjangoProject
  readonly db: Kysely<Tables>
  /** `http://127.0.0.1:41231` */
  readonly django: string
  readonly turnpike: string
  close(): Promise<void>
}

const quiet = { info() {}, warn() {}, error: console.error }

export async function bothServices(database: 'sqlite' | 'postgres'): Promise<BothServices> {
  const project = await djangoProject({ database })
  const db = openDatabase(project.databaseUrl)
  const options = { port: 0, handleSignals: false, logger: quiet }
  const [django, server] = await Promise.all([
    project.serve(),
    serve(application(db, djangoSecretKey), options),
  ])
  return {
    project,
    db,
    django,
    turnpike: server.url,
    async close() {
      await server.close()
      await db.destroy()
      await project.close()
    },
  }
}

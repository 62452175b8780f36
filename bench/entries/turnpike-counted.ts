/** The same with a counted table: `turnpike` is the ablation of its SQLite half. */

import { createService, readConfig, runService } from '@turnpike/service'
import { countedTable } from '@turnpike/sql'
import { service } from './turnpike.ts'

const { db, close } = await createService(service, readConfig(process.env))
await countedTable(db, 'note', { orders: ['id'] })
await close()

await runService(service)

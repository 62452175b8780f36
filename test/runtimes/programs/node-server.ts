/** The server of `turnpike/node`, on whatever runtime has `node:http`. */
import { serve } from 'turnpike/node'
import { createApp } from './api.ts'
import { databaseStores } from './database.ts'
import { memoryStores } from './memory.ts'

const database = process.env.DATABASE ?? 'memory'
const stores = database === 'memory' ? memoryStores() : await databaseStores(database)

await serve(createApp(stores), {
  port: 0,
  drainDelaySeconds: 0,
  async onClose() {
    await stores.close?.()
    console.log('The stores are closed.')
  },
})

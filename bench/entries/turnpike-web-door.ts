/** The same behind `@hono/node-server`: the ablation of Turnpike's Node door. */

import { serve } from '@hono/node-server'
import { createLogger, createService, readConfig } from '@turnpike/service'
import { service } from './turnpike.ts'

const config = readConfig(process.env)
const { app } = await createService(service, config, { logger: createLogger(config.logLevel) })

serve({
  fetch: (request) => app.fetch(request),
  port: Number(process.env.PORT),
  hostname: '127.0.0.1',
})
process.once('SIGTERM', () => process.exit())

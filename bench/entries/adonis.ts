/** AdonisJS 7 as its starter kit for APIs lays it out: access tokens of its auth module, Lucid, VineJS. */
import { Ignitor } from '@adonisjs/core'
import * as config from './adonis/config.ts'

const ignitor = new Ignitor(new URL('./', import.meta.url), {
  importer: (path) => import(path),
})
ignitor.tap((app) => {
  app.rcContents({
    typescript: false,
    providers: [
      () => import('@adonisjs/core/providers/app_provider'),
      () => import('@adonisjs/core/providers/vinejs_provider'),
      () => import('@adonisjs/lucid/database_provider'),
      () => import('@adonisjs/auth/auth_provider'),
    ],
    preloads: [() => import('./adonis/routes.ts')],
  })
  app.useConfig(config)
})
await ignitor.httpServer().start()
process.once('SIGTERM', () => process.exit())

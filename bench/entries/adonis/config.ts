import { defineConfig as defineAuth } from '@adonisjs/auth'
import { tokensGuard, tokensUserProvider } from '@adonisjs/auth/access_tokens'
import type { InferAuthenticators } from '@adonisjs/auth/types'
import { defineConfig as defineBodyParser } from '@adonisjs/core/bodyparser'
import { defineConfig as defineEncryption, drivers } from '@adonisjs/core/encryption'
import { defineConfig as defineHttp } from '@adonisjs/core/http'
import { defineConfig as defineLogger } from '@adonisjs/core/logger'
import { defineConfig as defineDatabase } from '@adonisjs/lucid'

export const app = { http: defineHttp({}) }

export const logger = defineLogger({ default: 'app', loggers: { app: { level: 'warn' } } })

export const encryption = defineEncryption({
  default: 'aes',
  list: {
    aes: drivers.aes256gcm({ id: 'aes', keys: ['a secret that is only good for measuring'] }),
  },
})

export const bodyparser = defineBodyParser({ json: { convertEmptyStringsToNull: false } })

export const database = defineDatabase({
  connection: 'sqlite',
  connections: {
    sqlite: {
      client: 'better-sqlite3',
      connection: { filename: process.env.DATABASE as string },
      useNullAsDefault: true,
      pool: {
        afterCreate(connection, done) {
          connection.pragma('journal_mode = wal')
          connection.pragma('synchronous = full')
          connection.pragma('foreign_keys = on')
          done(null, connection)
        },
      },
    },
  },
})

export const auth = defineAuth({
  default: 'api',
  guards: {
    api: tokensGuard({
      provider: tokensUserProvider({
        tokens: 'accessTokens',
        model: () => import('./models.ts').then(({ Account }) => ({ default: Account })),
      }),
    }),
  },
})

declare module '@adonisjs/auth/types' {
  interface Authenticators extends InferAuthenticators<typeof auth> {}
}

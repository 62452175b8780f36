import { sql } from 'kysely'
import { withoutPassword } from 'turnpike/kit'
import { buildApp } from '../../../service/build-app.ts'
import { prepareDatabase } from '../../../service/database/prepare.ts'
import { defaultService } from '../../../service/default-service.ts'
import type { AnyService } from '../../../service/define-service.ts'
import { createLogger } from '../../../service/logging/logger.ts'
import { readableLines } from '../../../service/logging/readable-lines.ts'
import { redisConnections } from '../../../service/stores/redis-connections.ts'
import { type OpenedDatabase, requireUser, withDatabase } from '../../accounts.ts'
import type { DatabaseOptions } from '../../database-option.ts'
import { loadDefinition } from '../../load-definition.ts'
import { converse } from './conversation.ts'
import { evaluateLines } from './piped-lines.ts'
import { replClient } from './repl-client.ts'

/**
 * Evaluates what is typed or piped in. @throws CommandFailed when a line that was not typed fails.
 */
export async function startRepl(
  module: string | undefined,
  options: DatabaseOptions,
): Promise<void> {
  const definition = (await loadDefinition(module)) ?? defaultService
  await withDatabase(options, (database) => converseAbout(definition, database), { create: false })
}

async function converseAbout(
  definition: AnyService,
  { config, secrets, ...database }: OpenedDatabase,
): Promise<void> {
  await prepareDatabase(database, definition, secrets, false)
  const logger = createLogger('warn', readableLines(process.stderr))
  const connections = redisConnections(definition.name, config, logger)
  try {
    const built = await buildApp(definition, config, database, connections, secrets, logger)
    const { app, users, tokens, keys, sessions } = built
    const client = (authorization: () => Promise<string | null>) =>
      replClient(app, config.settings, authorization)
    const as = (username: string) =>
      client(async () => {
        const user = await requireUser(built, username, 'Cannot send the request')
        return `Token ${(await tokens.getOrCreate(user)).key}`
      })
    const api = client(async () => null)
    const names = { db: database.db, sql, users, tokens, keys, sessions, api, as }
    const { stdin: input, stdout: output } = process
    if (input.isTTY && output.isTTY) {
      const greeting = greetingOf(config.databaseUrl)
      await converse({ input, output, prompt: `${definition.name}> `, greeting, names })
    } else {
      await evaluateLines(input, names)
    }
    await built.flush()
  } finally {
    connections.close()
  }
}

const greetingOf = (databaseUrl: string): string =>
  `The database is ${withoutPassword(databaseUrl)}. At hand: db, sql, users, tokens, keys, sessions, api, as().
Try await api.get('/'), or await as(username).get('/') with the token of a user; .exit ends it.`

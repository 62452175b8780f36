import type { Command } from 'commander'
import type { View } from 'turnpike'
import type { Explanation } from 'turnpike/internal/explanations/explanation'
import { viewsOf } from 'turnpike/internal/routes'
import { ViewRouter } from 'turnpike/internal/routing/view-router'
import { WebRequest } from 'turnpike/internal/web/web-request'
import { CommandFailed } from 'turnpike/kit'
import { buildApp } from '../../service/build-app.ts'
import { prepareDatabase } from '../../service/database/prepare.ts'
import { defaultService } from '../../service/default-service.ts'
import type { ServiceDefinition } from '../../service/define-service.ts'
import { createLogger } from '../../service/logging/logger.ts'
import { redisConnections } from '../../service/stores/redis-connections.ts'
import { addDatabaseOption, type OpenedDatabase, requireUser, withDatabase } from '../accounts.ts'
import { loadDefinition } from '../load-definition.ts'
import { requestFrom, type SentOptions } from '../sent-request.ts'

interface ExplainOptions extends SentOptions {
  database?: string
  user?: string
  address: string
  json?: boolean
}

/** `turnpike explain <method> <path> [module]`: why a request is allowed or refused. */
export function addExplain(program: Command): void {
  const command = program
    .command('explain')
    .description('Says why a request is allowed or refused, without calling its handler.')
    .argument('<method>', 'GET, POST …')
    .argument('<path>', 'with the query: /notes/?page=2; or a whole URL')
    .argument('[module]', 'file whose default export is a service; default: accounts only')
    .option(
      '-H, --header <field>',
      "header field, such as 'Accept: text/html'; repeatable",
      add,
      [],
    )
    .option('-u, --user <username>', 'suppose that this user sends it, without credentials')
    .option('-a, --address <address>', 'address of the client', '127.0.0.1')
    .option('--data <body>', 'the body')
    .option('--json', 'print the explanation as JSON')

  addDatabaseOption(command).addHelpText('after', help).action(explainRequest)
}

const add = (field: string, fields: string[]): string[] => [...fields, field]

const help = `
Give it the environment of the service. The exit code is 0 when the handler would be called, and 1 when not.

Examples:
  turnpike explain GET /notes/ ./notes.ts
  turnpike explain GET /notes/ ./notes.ts -H 'Authorization: Token 401f7ac8…'
  turnpike explain DELETE /notes/7/ ./notes.ts --user ann --json`

async function explainRequest(
  method: string,
  path: string,
  module: string | undefined,
  { json = false, ...options }: ExplainOptions,
): Promise<void> {
  const definition = (await loadDefinition(module)) ?? defaultService
  const explanation = await withDatabase(
    options,
    async (database) => {
      await prepareDatabase(database, definition, database.secrets, false)
      return explainWith(definition, database, method, path, options)
    },
    { create: false },
  )
  const { inWords } = await import('turnpike/internal/explanations/words')
  console.log(json ? JSON.stringify(explanation, null, 2) : inWords(explanation))
  if (explanation.status !== null) {
    throw new CommandFailed(`The request is refused with the status ${explanation.status}.`)
  }
}

async function explainWith(
  definition: ServiceDefinition,
  { config, secrets, ...database }: OpenedDatabase,
  method: string,
  path: string,
  options: ExplainOptions,
): Promise<Explanation> {
  const { rehearse } = await import('turnpike/internal/explanations/rehearsal')
  const logger = createLogger('silent')
  const connections = redisConnections(definition.name, config, logger)
  try {
    const built = await buildApp(definition, config, database, connections, secrets, logger)
    const views = viewsOf(built.app)
    if (views === null) throw new CommandFailed(unknownViews)
    const request = new WebRequest(requestFrom(method, path, options, config.settings))
    const { view, params } = findView(views, request.target)
    const user =
      options.user === undefined
        ? null
        : await requireUser(built, options.user, 'Cannot explain the request')
    const [signInPath = null] = [...views].find(([, { page }]) => page === 'login') ?? []
    const connection = { address: options.address, remoteUser: null }
    return await rehearse(view, request, { params, connection }, { signInPath, user })
  } finally {
    connections.close()
  }
}

const unknownViews =
  'The views of the service are unknown, because its app is not what routes() returns.'

function findView(views: ReadonlyMap<string, View>, target: string) {
  const router = new ViewRouter()
  for (const [path, view] of views) router.add(path, view)
  const found = router.find(target)
  if (found !== null) return found
  throw new CommandFailed(
    `No view has the path ${target.split('?')[0]}, which is answered with 404. ` +
      `The service has these: ${[...views.keys()].join(', ')}.`,
  )
}

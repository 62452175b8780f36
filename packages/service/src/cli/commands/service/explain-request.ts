import type { View } from 'turnpike'
import type { Explanation } from 'turnpike/internal/explanations/explanation'
import { rehearse } from 'turnpike/internal/explanations/rehearsal'
import { inWords } from 'turnpike/internal/explanations/words'
import { ViewRouter } from 'turnpike/internal/routing/view-router'
import { WebRequest } from 'turnpike/internal/web/web-request'
import { CommandFailed } from 'turnpike/kit'
import { buildApp } from '../../../service/build-app.ts'
import { prepareDatabase } from '../../../service/database/prepare.ts'
import { defaultService } from '../../../service/default-service.ts'
import type { ServiceDefinition } from '../../../service/define-service.ts'
import { createLogger } from '../../../service/logging/logger.ts'
import { redisConnections } from '../../../service/stores/redis-connections.ts'
import { type OpenedDatabase, requireUser, withDatabase } from '../../accounts.ts'
import type { DatabaseOptions } from '../../database-option.ts'
import { loadDefinition } from '../../load-definition.ts'
import { requestFrom, type SentOptions } from '../../sent-request.ts'
import { knownViews } from './known-views.ts'

export interface ExplainOptions extends DatabaseOptions, SentOptions {
  user?: string
  address: string
  json?: boolean
}

/** Prints why the request is allowed. @throws CommandFailed when it is refused. */
export async function explainRequest(
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
  const logger = createLogger('silent')
  const connections = redisConnections(definition.name, config, logger)
  try {
    const built = await buildApp(definition, config, database, connections, secrets, logger)
    const views = knownViews(built.app)
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

function findView(views: ReadonlyMap<string, View>, target: string) {
  const router = new ViewRouter()
  for (const [path, view] of views) router.add(path, view)
  const found = router.find(target)
  if (found !== null) return found
  const [path = ''] = target.split('?', 1)
  const otherwise = path.endsWith('/') ? path.slice(0, -1) : `${path}/`
  const advice =
    router.find(otherwise) === null
      ? `The service has these: ${[...views.keys()].join(', ')}.`
      : `Did you mean ${otherwise}?`
  throw new CommandFailed(`No view has the path ${path}, which is answered with 404. ${advice}`)
}

import { CommandFailed } from 'turnpike/kit'
import { readConfig } from '../../../service/config.ts'
import { createService } from '../../../service/create-service.ts'
import { defaultService } from '../../../service/default-service.ts'
import { createLogger } from '../../../service/logging/logger.ts'
import { loadDefinition } from '../../load-definition.ts'

/** Prints the document. @throws CommandFailed when the service does not publish it there. */
export async function printDocument(module: string | undefined, { path }: { path: string }) {
  const definition = (await loadDefinition(module)) ?? defaultService
  // The document depends neither on stored data nor on the client, so no connection is needed.
  const { ALLOWED_HOSTS: _, THROTTLE_STORE_URL: __, ...environment } = process.env
  const config = readConfig({ ...environment, DATABASE_URL: 'sqlite::memory:' })
  const service = await createService(definition, config, {
    logger: createLogger('silent'),
    migrate: true,
  })
  try {
    const origin = config.settings.BASE_URL ?? 'http://localhost'
    const response = await service.app.fetch(new Request(new URL(path, origin)), {})
    if (!response.ok) throw new CommandFailed(refusal(definition.name, path, response.status))

    console.log(JSON.stringify(await response.json(), null, 2))
  } finally {
    await service.close()
  }
}

const refusal = (name: string, path: string, status: number): string =>
  `The service ${name} answers ${status} at ${path}: add openApiView() of turnpike/openapi there, readable by everyone, or name its path with --path.`

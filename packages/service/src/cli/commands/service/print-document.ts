import { CommandFailed } from 'turnpike/kit'
import { defaultService } from '../../../service/default-service.ts'
import { loadDefinition } from '../../load-definition.ts'
import { readApp } from './read-app.ts'

/** Prints the document. @throws CommandFailed when the service does not publish it there. */
export async function printDocument(module: string | undefined, { path }: { path: string }) {
  const definition = (await loadDefinition(module)) ?? defaultService
  // The document does not depend on the client.
  const { ALLOWED_HOSTS: _, ...environment } = process.env
  await readApp(definition, environment, async (app, { settings }) => {
    const origin = settings.BASE_URL ?? 'http://localhost'
    const response = await app.fetch(new Request(new URL(path, origin)), {})
    if (!response.ok) throw new CommandFailed(refusal(definition.name, path, response.status))

    console.log(JSON.stringify(await response.json(), null, 2))
  })
}

const refusal = (name: string, path: string, status: number): string =>
  `The service ${name} answers ${status} at ${path}: add openApiView() of turnpike/openapi there, readable by everyone, or name its path with --path.`

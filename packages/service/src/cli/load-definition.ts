import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'
import { CommandFailed } from 'turnpike/kit'
import type { AnyService } from '../service/define-service.ts'

/**
 * The service that a module defines; null when no module is named. The path is relative to the
 * working directory.
 *
 * @throws CommandFailed when the file does not exist, fails to load, or does not define a service.
 */
export async function loadDefinition(module: string | undefined): Promise<AnyService | null> {
  if (module === undefined) return null

  const path = resolve(module)
  const isFile = await stat(path).then(
    (found) => found.isFile(),
    () => false,
  )
  if (!isFile) throw new CommandFailed(`There is no file ${module} (${path}).`)

  const { default: definition } = await load(module, path)
  if (isDefinition(definition)) return definition
  throw new CommandFailed(
    `${module} does not define a service: its default export must be what defineService() returns.` +
      (isApp(definition) ? ` An app alone is served by serve(app) of turnpike/node.` : ''),
  )
}

/** For an error inside the module its author needs the stack. */
async function load(module: string, path: string): Promise<{ default?: unknown }> {
  try {
    return await import(pathToFileURL(path).href)
  } catch (error) {
    const isCommonJs =
      error instanceof SyntaxError && /import statement outside a module/.test(error.message)
    const reason = isCommonJs
      ? 'it is loaded as CommonJS. Run npm pkg set type=module in its folder'
      : inspect(error)
    throw new CommandFailed(`${module} cannot be loaded: ${reason}`, { cause: error })
  }
}

const isApp = (value: unknown) =>
  typeof value === 'object' &&
  value !== null &&
  'fetch' in value &&
  typeof value.fetch === 'function'

const isDefinition = (value: unknown): value is AnyService =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'app' in value &&
  typeof value.app === 'function'

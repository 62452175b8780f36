import { createRequire } from 'node:module'
import { ConfigurationError } from '../../errors/configuration-error.ts'

/** A library that an application installs beside Turnpike if its configuration needs it. */
type OptionalPackage = 'better-sqlite3@13' | 'jose@6' | 'mysql2@3' | 'pg@8' | 'redis@6'

const require = createRequire(import.meta.url)

/**
 * Loads a CommonJS library synchronously.
 *
 * @param use what needs it, for the message: `SQLite`.
 * @throws ConfigurationError when it is not installed.
 */
export function requirePackage(spec: OptionalPackage, use: string): unknown {
  try {
    return require(nameOf(spec))
  } catch (error) {
    throw withInstruction(error, spec, use)
  }
}

/**
 * Waits for the import of a library.
 *
 * @param use what needs it, for the message: `PostgreSQL`.
 * @throws ConfigurationError when it is not installed.
 */
export async function importedPackage<Module>(
  imported: Promise<Module>,
  spec: OptionalPackage,
  use: string,
): Promise<Module> {
  return imported.catch((error) => {
    throw withInstruction(error, spec, use)
  })
}

/** Errors other than a missing library are unchanged. */
function withInstruction(error: unknown, spec: OptionalPackage, use: string): unknown {
  const { code, message = '' } = error as { code?: string; message?: string }
  const isMissing =
    /^(?:ERR_)?MODULE_NOT_FOUND$/.test(code ?? '') && message.includes(`'${nameOf(spec)}'`)
  if (!isMissing) return error
  return new ConfigurationError(
    `${use} needs the package ${nameOf(spec)}, which is not installed: npm install ${spec}`,
    { cause: error },
  )
}

const nameOf = (spec: OptionalPackage) => spec.slice(0, spec.indexOf('@'))

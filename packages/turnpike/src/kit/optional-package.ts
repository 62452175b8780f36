import { ConfigurationError } from '../errors/configuration-error.ts'

/**
 * A package that an application installs beside Turnpike if its configuration needs it, with the
 * version that fits: `pg@8`, `@turnpike/redis@0.1`.
 */
export type OptionalPackage = `${string}@${string}`

/**
 * Waits for the import of a package.
 *
 * ```ts
 * const { Client } = await importedPackage(import('pg'), 'pg@8', 'PostgreSQL')
 * ```
 *
 * @param use what needs it, for the message: `PostgreSQL`.
 * @throws ConfigurationError when it is not installed. The message says what to install.
 */
export async function importedPackage<Module>(
  imported: Promise<Module>,
  spec: OptionalPackage,
  use: string,
): Promise<Module> {
  return imported.catch((error) => {
    throw missingPackage(error, spec, use)
  })
}

/**
 * A `ConfigurationError` that says what to install, if the error says that the package is missing.
 * Other errors are returned unchanged.
 */
export function missingPackage(error: unknown, spec: OptionalPackage, use: string): unknown {
  const name = spec.slice(0, spec.lastIndexOf('@'))
  const { code, message = '' } = error as { code?: string; message?: string }
  const isMissing =
    /^(?:ERR_)?MODULE_NOT_FOUND$/.test(code ?? '') &&
    [`'${name}'`, `'${name}/`].some((named) => message.includes(named))
  if (!isMissing) return error
  return new ConfigurationError(
    `${use} needs the package ${name}, which is not installed: npm install ${spec}`,
    { cause: error },
  )
}

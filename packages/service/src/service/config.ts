import type { TokenOptions } from 'turnpike'
import {
  type Environment,
  readVariables,
  settingVariables,
} from 'turnpike/internal/settings/environment'
import type { EnvironmentSettings } from 'turnpike/internal/settings/settings'
import type { ApiKeyOptions, ValuesOf } from 'turnpike/kit'
import { type ServiceVariable, serviceVariables } from './variables.ts'

/** The checked configuration from the environment. */
export interface Config extends Readonly<ValuesOf<typeof serviceVariables>> {
  /** Only those settings of the API that are set in the environment. */
  readonly settings: EnvironmentSettings
}

/** The least level that the log shows. */
export type LogLevel = Config['logLevel']

const serviceEntries = Object.entries<ServiceVariable>(serviceVariables)
const variables = [...serviceEntries.map(([, variable]) => variable), ...settingVariables]

/**
 * Reads the configuration from environment variables. Unknown variables are ignored, and an empty
 * one counts as not set.
 *
 * @throws ConfigurationError that names every invalid variable.
 */
export function readConfig(environment: Environment): Config {
  const values = readVariables(variables, environment)
  const own = serviceEntries.map(([key, { name, ...variable }]) => [
    key,
    name in values ? values[name] : variable.default(),
  ])
  // Unset variables have no key at all, so that the application's own values stay.
  const settings = settingVariables
    .filter(({ name }) => name in values)
    .map(({ name }) => [name, values[name]])
  return { ...Object.fromEntries(own), settings: Object.fromEntries(settings) }
}

/** The form of tokens, and how long they are valid. */
export const tokenOptionsOf = ({
  tokenKeyPrefix,
  tokenMaxAge,
  tokenIdleAge,
}: Config): TokenOptions => ({
  ...(tokenKeyPrefix !== null && { keyPrefix: tokenKeyPrefix }),
  maxAgeSeconds: tokenMaxAge,
  idleSeconds: tokenIdleAge,
})

/** The form of API keys, and how long new ones are valid. */
export const apiKeyOptionsOf = ({
  apiKeyPrefix: keyPrefix,
  apiKeyDefaultAge: defaultAgeSeconds,
  apiKeyMaxAge: maxAgeSeconds,
}: Config): ApiKeyOptions => ({ keyPrefix, defaultAgeSeconds, maxAgeSeconds })

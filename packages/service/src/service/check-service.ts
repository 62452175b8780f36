import { knownOptions } from 'turnpike/kit'
import type { Finding } from './checks/finding.ts'
import type { Config } from './config.ts'
import type { AnyService } from './define-service.ts'

export interface CheckServiceOptions {
  /** True: also checks what matters in production. Default false. */
  deploy?: boolean
}

const checkServiceOptions = knownOptions<CheckServiceOptions>('checkService()', {
  deploy: 'optional',
})

/**
 * Checks a service as it is configured. The application is built; two pages of each of its lists
 * and an item of each of its stores are read. No file is created, and nothing is written.
 */
export async function checkService(
  definition: AnyService,
  config: Config,
  options: CheckServiceOptions = {},
): Promise<Finding[]> {
  checkServiceOptions.require(options)
  const { deploy = false } = options
  // Imported here, so that a service starts without the checks.
  const { runChecks } = await import('./checks/index.ts')
  return runChecks(definition, config, deploy)
}

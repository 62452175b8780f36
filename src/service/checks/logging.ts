import type { Check } from './finding.ts'

/** `logging.verbose` */
export const logIsQuiet: Check = {
  isForDeploy: true,
  find: ({ config: { logLevel } }) =>
    logLevel !== 'debug' && logLevel !== 'trace'
      ? []
      : [
          {
            id: 'logging.verbose',
            severity: 'warning',
            message: `LOG_LEVEL is ${logLevel}, which is for finding errors: the log grows, and tells more.`,
            remedy: 'Set LOG_LEVEL=info, or leave it out.',
          },
        ],
}

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
            message: `LOG_LEVEL is ${logLevel}, which is meant for debugging: the log grows and contains more.`,
            remedy: 'Set LOG_LEVEL=info, or remove it.',
          },
        ],
}

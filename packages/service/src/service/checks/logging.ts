import { isExplaining } from '../logging/explanations.ts'
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

/** `explanations.on` */
export const refusalsAreBrief: Check = {
  isForDeploy: true,
  find: ({ config, views }) =>
    isExplaining(config, views)
      ? [
          {
            id: 'explanations.on',
            severity: 'error',
            message:
              'EXPLAIN_REFUSALS is true: clients learn which schemes, permissions and throttles refuse them.',
            remedy: 'Remove it from the environment and from createApi(). Use turnpike explain.',
          },
        ]
      : [],
}

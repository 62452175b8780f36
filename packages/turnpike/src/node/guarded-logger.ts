import { consoleLogger, type Logger } from '../http/logger.ts'

type Line = Logger['error']

/**
 * The logger for work whose errors nobody handles, such as a stop or a listener: an error of the
 * logger would keep the server alive or end the process. A line that it cannot write goes to the
 * console.
 */
export const guardedLogger = (logger: Logger): Logger => ({
  info: guardedLine((fields, message) => logger.info(fields, message), consoleLogger.info),
  warn: guardedLine((fields, message) => logger.warn(fields, message), consoleLogger.warn),
  error: guardedLine((fields, message) => logger.error(fields, message), consoleLogger.error),
})

/** The same for one level. @param instead writes the lines that `write` cannot write. */
const guardedLine =
  (write: Line, instead: Line): Line =>
  async (fields, message) => {
    try {
      // TypeScript takes an async function for a Line, too.
      await write(fields, message)
    } catch (error) {
      instead(fields, message)
      consoleLogger.error({ err: error }, 'The logger failed.')
    }
  }

/** Where the framework logs. A pino logger is one. */
export interface Logger {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** Logs to the console. */
export const consoleLogger: Logger = {
  info: (fields, message) => console.info(...line(fields, message)),
  warn: (fields, message) => console.warn(...line(fields, message)),
  error: (fields, message) => console.error(...line(fields, message)),
}

const line = (fields: object, message: string): unknown[] =>
  Object.keys(fields).length > 0 ? [message, fields] : [message]

import type { EventEmitter } from 'node:events'
import { createInterface } from 'node:readline'
import { type REPLServer, Recoverable, start } from 'node:repl'
import { PassThrough } from 'node:stream'
import { CommandFailed } from 'turnpike/kit'

/**
 * Evaluates the lines of a text that is piped in, one after the other, and shows their values as
 * the REPL does. They may `await`, and an expression may have several.
 *
 * @throws CommandFailed at the first one that fails.
 */
export async function evaluateLines(
  input: NodeJS.ReadableStream,
  names: Readonly<Record<string, unknown>>,
): Promise<void> {
  // Node's own REPL reads on while a line awaits, so it only evaluates here.
  const repl = start({ input: new PassThrough(), output: new PassThrough(), terminal: false })
  Object.assign(repl.context, names)
  const domain = await domainOf(repl)
  const evaluate = (code: string) =>
    new Promise<unknown>((resolve, reject) => {
      domain.removeAllListeners('error').on('error', reject)
      repl.eval(code, repl.context, 'repl', (error, value) =>
        error === null ? resolve(value) : reject(error),
      )
    })
  let code = ''
  try {
    for await (const line of createInterface({ input })) {
      code += `${line}\n`
      try {
        const value = await evaluate(code)
        if (value !== undefined) console.log(repl.writer(value))
        code = ''
      } catch (error) {
        if (error instanceof Recoverable) continue
        throw new CommandFailed(`A line has failed: ${textOf(error)}`, { cause: error })
      }
    }
    if (code !== '') throw new CommandFailed('The input ends in the middle of an expression.')
  } finally {
    repl.close()
  }
}

/** Where lines are evaluated: what they throw, also after an `await`, is an `error` event of it. */
const domainOf = (repl: REPLServer) =>
  new Promise<EventEmitter>((resolve) => {
    repl.eval('0', repl.context, 'repl', () => resolve(Reflect.get(process, 'domain')))
  })

/** Errors of the REPL are of another realm. */
const textOf = (error: unknown): string =>
  Object(error) === error && 'message' in Object(error)
    ? String(Object(error).message)
    : String(error)

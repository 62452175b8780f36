import { once } from 'node:events'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { start } from 'node:repl'

export interface ConversationOptions {
  input: NodeJS.ReadableStream
  output: NodeJS.WritableStream
  prompt: string
  /** The first text. */
  greeting: string
  /** What the lines can use, by name. */
  names: Readonly<Record<string, unknown>>
  /** The file of what was typed before. Default `.turnpike_repl_history` in the home folder. */
  history?: string
}

/** Evaluates what is typed, until `.exit`. Lines may `await`; one that fails does not end it. */
export async function converse({
  input,
  output,
  prompt,
  greeting,
  names,
  history = join(homedir(), '.turnpike_repl_history'),
}: ConversationOptions): Promise<void> {
  output.write(`${greeting}\n`)
  const repl = start({ input, output, prompt, terminal: true, ignoreUndefined: true })
  Object.assign(repl.context, names)
  const exit = once(repl, 'exit')
  // A history that cannot be read or written is not worth an end.
  repl.setupHistory(history, () => {})
  await exit
}

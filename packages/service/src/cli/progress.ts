import { Console } from 'node:console'
import { clearLine, cursorTo } from 'node:readline'
import type { OnProgress, Progress } from 'turnpike/kit'
import { type ProgressStart, progressText } from './progress-text.ts'

/**
 * Shows how far long work is: on a terminal as one line that changes, and elsewhere as one line a
 * minute. Work that is done within half a second shows nothing.
 */
export async function withProgress<Result>(
  work: (onProgress: OnProgress) => Promise<Result>,
  output: NodeJS.WriteStream = process.stderr,
): Promise<Result> {
  let last: Progress | null = null
  let start: ProgressStart | null = null
  const text = () =>
    last === null || start === null ? null : progressText(last, start, performance.now())

  const end = isTerminal(output) ? changingLine(text, output) : lines(text, output)
  try {
    return await work((progress) => {
      last = progress
      if (start?.of !== progress.of) {
        start = { of: progress.of, done: progress.done, at: performance.now() }
      }
    })
  } finally {
    end()
  }
}

/** One without columns, as of a script that made it, has no line to change. */
const isTerminal = ({ isTTY, columns }: NodeJS.WriteStream) =>
  isTTY && columns > 0 && process.env.TERM !== 'dumb'

type Text = () => string | null

/**
 * No listener to signals: an interrupt must end the process at once, also while a statement of
 * SQLite blocks the thread.
 *
 * @returns what removes the line.
 */
function changingLine(text: Text, stream: NodeJS.WriteStream): () => void {
  const clear = () => {
    cursorTo(stream, 0)
    clearLine(stream, 0)
  }
  const show = setInterval(() => {
    const shown = text()
    if (shown === null) return
    clear()
    stream.write(`${noWrapping}${shown}${wrapping}`)
  }, 500)
  return () => {
    clearInterval(show)
    clear()
  }
}

/** The terminal cuts what is longer than its line: the rest would stay in a second one. */
const noWrapping = '\u001B[?7l'
const wrapping = '\u001B[?7h'

function lines(text: Text, stream: NodeJS.WriteStream): () => void {
  // Unlike the stream, it goes on when nobody reads what it writes.
  const log = new Console(stream)
  const show = setInterval(() => {
    const shown = text()
    if (shown !== null) log.log(`turnpike: ${shown}`)
  }, 60_000)
  return () => clearInterval(show)
}

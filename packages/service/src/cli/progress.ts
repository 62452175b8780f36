import { Console } from 'node:console'
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
 * It listens to no signal: an interrupt must end the process at once, also while a statement of
 * SQLite blocks the thread.
 *
 * @returns what removes the line.
 */
function changingLine(text: Text, stream: NodeJS.WriteStream): () => void {
  const write = stream.write.bind(stream)
  const clear = () => void write(clearLine)
  const restored = [stream, process.stdout].map((other) => clearBefore(other, clear))
  const show = setInterval(() => {
    const shown = text()
    if (shown !== null) write(`${clearLine}${noWrapping}${shown}${wrapping}`)
  }, 500)
  return () => {
    clearInterval(show)
    for (const restore of restored) restore()
    clear()
  }
}

/** What a seed writes meanwhile takes the place of the line, which comes again below it. */
function clearBefore(stream: NodeJS.WriteStream, clear: () => void): () => void {
  const { write } = stream
  stream.write = (...given: unknown[]) => {
    clear()
    return Reflect.apply(write, stream, given)
  }
  return () => {
    stream.write = write
  }
}

const clearLine = '\r\u001B[K'
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

const newline = 0x0a

/**
 * The lines of a text, without their ends. Null for a line longer than `maxBytes`, which is not
 * kept: a file without line ends needs no more memory than any other.
 */
export async function* linesOf(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes = 65_536,
): AsyncGenerator<string | null> {
  let kept: Uint8Array[] = []
  let length = 0

  const add = (part: Uint8Array) => {
    length += part.length
    if (length <= maxBytes) kept.push(part)
    else kept = []
  }
  const take = () => {
    const line = length > maxBytes ? null : decoder.decode(Buffer.concat(kept)).replace(/\r$/, '')
    kept = []
    length = 0
    return line
  }

  for await (const chunk of chunks) {
    let start = 0
    for (;;) {
      const end = chunk.indexOf(newline, start)
      if (end < 0) break
      add(chunk.subarray(start, end))
      yield take()
      start = end + 1
    }
    if (start < chunk.length) add(chunk.subarray(start))
  }
  if (length > 0) yield take()
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: false })

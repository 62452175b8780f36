/** Finds the row for one of these texts, or null. */
export type TextsLookup<Row> = (...texts: readonly string[]) => Promise<Row | null>

/** Maximum number of look-ups of one statement. */
const maxGathered = 100

/**
 * Look-ups of the same turn of the event loop, which share one statement: with many requests at
 * once that saves most round trips. Each statement is sent after all of its look-ups began.
 *
 * @param find finds all rows for these texts.
 * @param textOf the text by which a row was found.
 */
export function gatheredLookup<Row>(
  find: (texts: readonly string[]) => Promise<readonly Row[]>,
  textOf: (row: Row) => string,
): TextsLookup<Row> {
  interface Waiting {
    readonly texts: readonly string[]
    resolve(row: Row | null): void
    reject(error: unknown): void
  }
  let gathered: Waiting[] = []

  async function send(waiting: readonly Waiting[]): Promise<void> {
    try {
      const rows = await find(waiting.flatMap(({ texts }) => texts))
      for (const { texts, resolve } of waiting) {
        resolve(rows.find((row) => texts.includes(textOf(row))) ?? null)
      }
    } catch (error) {
      for (const { reject } of waiting) reject(error)
    }
  }

  function sendGathered(): void {
    const waiting = gathered
    gathered = []
    for (let start = 0; start < waiting.length; start += maxGathered) {
      send(waiting.slice(start, start + maxGathered))
    }
  }

  return (...texts) =>
    new Promise((resolve, reject) => {
      // All that has arrived at the sockets is read before.
      if (gathered.length === 0) setImmediate(sendGathered)
      gathered.push({ texts, resolve, reject })
    })
}

import { Readable } from 'node:stream'
import type { TrafficOptions } from '../../src/reading/formats.ts'
import { isUnreadable, type Recorded } from '../../src/reading/recorded-request.ts'
import { formatOf, readTraffic } from '../../src/reading/traffic.ts'

/** What is read of a text, in chunks of so many bytes. */
export async function readText(
  text: string | Uint8Array,
  options: TrafficOptions = {},
  chunkBytes = 65_536,
): Promise<Recorded[]> {
  const bytes = Buffer.from(text)
  const chunks = []
  for (let at = 0; at < bytes.length; at += chunkBytes)
    chunks.push(bytes.subarray(at, at + chunkBytes))
  return listOf(readTraffic(Readable.from(chunks), formatOf(options)))
}

/** `GET /x/`, or the reason why a line is unreadable. */
export const shown = (recorded: readonly Recorded[]): string[] =>
  recorded.map((each) => (isUnreadable(each) ? each.reason : `${each.method} ${each.target}`))

export async function listOf<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = []
  for await (const item of items) list.push(item)
  return list
}

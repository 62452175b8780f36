import { readFile } from 'node:fs/promises'
import { holdConnections } from '../connections.ts'
import { openData } from '../data.ts'
import { warmUp } from '../load.ts'
import { type Part, tell } from '../part.ts'
import { requestsOf } from '../requests.ts'
import { start } from '../server.ts'
import { mebibytes, table, whole } from '../tables.ts'
import { me } from '../works.ts'

const wanted = 10_000

/** Files that a process needs for itself. */
const spareFiles = 200

/** What connections cost that are kept and do nothing. */
export const connections: Part = {
  name: 'connections',
  description: `memory with ${wanted} connections that are kept`,

  takes: ({ isExample = false, closesConnections = false }) => isExample && !closesConnections,

  async run({ entries, folder, options: { rows, warmUpSeconds } }) {
    const title = `## Memory with ${whole(wanted)} connections that are kept`
    const files = await mostOpenFiles()
    if (files < wanted + spareFiles) {
      return `${title}\n\nNot measured: a process may have ${files} open files here; raise it with \`ulimit -Hn ${wanted + spareFiles}\` before.`
    }

    await using data = await openData(folder, rows, entries)
    const lines: string[][] = []
    for (const entry of entries) {
      tell(`- ${entry.name}`)
      const server = await start(entry, data.of(entry))
      try {
        const requests = await requestsOf(me, server, rows)
        await warmUp({ server, work: me, requests, sent: 0 }, warmUpSeconds, folder)
        const before = await server.residentMemory()
        await using held = await holdConnections(server.port, requests, wanted)
        const memory = await server.residentMemory()
        const open = held.open()
        lines.push([
          entry.name,
          mebibytes(before),
          mebibytes(memory),
          whole(open),
          ((memory - before) / 1024 / open).toFixed(1),
        ])
      } finally {
        await server.stop()
      }
    }
    return [
      title,
      'Resident memory of the server after a load of `me`, and after one request more on each of the connections, which stay open:',
      table(['entry', 'before, MiB', 'with them, MiB', 'still open', 'KiB for each'], lines),
    ].join('\n\n')
  },
}

/** How many files a process may raise its own limit to; Node does so when it starts. */
async function mostOpenFiles(): Promise<number> {
  const limits = await readFile('/proc/self/limits', 'utf8')
  return Number(/^Max open files\s+\d+\s+(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY)
}

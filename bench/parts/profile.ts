import { join } from 'node:path'
import { openData } from '../data.ts'
import { measure } from '../load.ts'
import { type Part, tell } from '../part.ts'
import { profileOf } from '../profile-summary.ts'
import { requestsOf } from '../requests.ts'
import { start } from '../server.ts'
import { table, whole } from '../tables.ts'

const seconds = 2

/** Each work in a process of its own, from its start on. */
export const profile: Part = {
  name: 'profile',
  description: "where Turnpike's time goes in each work",

  takes: ({ isTurnpike = false }) => isTurnpike,

  async run({ options: { rows, works }, entries: [entry], folder }) {
    await using data = await openData(folder, rows, [entry])
    const lines: string[][] = []
    for (const work of works) {
      tell(`- ${work.name}`)
      const profileFolder = join(folder, `profile-${work.name}`)
      const server = await start(entry, data.of(entry), { profileFolder })
      try {
        const requests = await requestsOf(work, server, rows)
        await measure({ server, work, requests, sent: 0 }, seconds, folder)
      } finally {
        await server.stop()
      }
      lines.push([`\`${work.name}\``, await profileOf(profileFolder)])
    }
    return [
      `## Where the time goes: ${entry.name}, ${whole(rows)} notes`,
      `The three largest shares of the busy time of a process that does the work for ${seconds} s, by package or file, the loading left out:`,
      table(['work', 'shares'], lines, 2),
    ].join('\n\n')
  },
}

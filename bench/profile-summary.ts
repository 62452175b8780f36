import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What V8 writes: nodes of the call tree, and which of them was on top at each sample. */
interface Profile {
  readonly nodes: readonly ProfileNode[]
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
}

interface ProfileNode {
  readonly id: number
  readonly callFrame: { readonly functionName: string; readonly url: string }
  readonly children?: readonly number[]
}

/** How many places are told, and functions of each. */
const places = 3
const functions = 3

/** Where the process that has left its profile here spent its time: `34 % better-sqlite3 (all, get), …`. */
export async function profileOf(folder: string): Promise<string> {
  const [file] = (await readdir(folder)).filter((name) => name.endsWith('.cpuprofile'))
  if (file === undefined) throw new Error(`There is no profile in ${folder}.`)
  return summary(JSON.parse(await readFile(join(folder, file), 'utf8')))
}

function summary(profile: Profile): string {
  const byPlace = new Map<string, Map<string, number>>()
  let busy = 0
  for (const { place, name, time } of timesOf(profile)) {
    busy += time
    const named = byPlace.get(place) ?? new Map<string, number>()
    named.set(name, (named.get(name) ?? 0) + time)
    byPlace.set(place, named)
  }
  const percent = (time: number) => `${((100 * time) / busy).toFixed(0)} %`
  return [...byPlace]
    .map(([place, named]) => ({ place, named, total: [...named.values()].reduce((a, b) => a + b) }))
    .sort((one, other) => other.total - one.total)
    .slice(0, places)
    .map(({ place, named, total }) => {
      const most = [...named].sort(([, one], [, other]) => other - one).slice(0, functions)
      const told = most.map(([name, time]) => `${name} ${percent(time)}`).join(', ')
      return `**${percent(total)} ${place}**: ${told}`
    })
    .join('; ')
}

/** The time of each function on its own, with the place that it is counted to. */
function timesOf({ nodes, samples, timeDeltas }: Profile) {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const callers = new Map(nodes.flatMap(({ id, children = [] }) => children.map((c) => [c, id])))
  const placeOf = (node: ProfileNode): string => {
    const { functionName, url } = node.callFrame
    if (functionName === '(garbage collector)') return 'garbage collection'
    if (url !== '') return placeOfUrl(url)
    // What is native is counted to the JavaScript that calls it.
    const caller = byId.get(callers.get(node.id) ?? -1)
    return caller ? placeOf(caller) : 'Node itself'
  }
  const isLoading = (node: ProfileNode | undefined): boolean =>
    node !== undefined &&
    (/^node:internal\/modules/.test(node.callFrame.url) ||
      isLoading(byId.get(callers.get(node.id) ?? -1)))

  return samples.flatMap((id, index) => {
    const node = byId.get(id) as ProfileNode
    const { functionName } = node.callFrame
    if (functionName === '(idle)' || isLoading(node)) return []
    return [
      { place: placeOf(node), name: functionName || '(unnamed)', time: timeDeltas[index] ?? 0 },
    ]
  })
}

function placeOfUrl(url: string): string {
  const installed = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*\/node_modules\/)/.exec(url)?.[1]
  if (installed !== undefined) return installed
  const own = /\/(?:dist|src)\/(.*)\.[jt]s$/.exec(url)?.[1]
  if (own !== undefined) return own
  return /^node:(?:internal\/)?[^/]+/.exec(url)?.[0] ?? url
}

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseExact } from './exact-json.ts'
import type { Scenario, World } from './scenario.ts'

/** The folder that is replayed: that of `CONFORMANCE_DIR`, else the one beside this file. */
export const vectorsFolder =
  process.env.CONFORMANCE_DIR || join(import.meta.dirname, '..', 'vectors')

/** Scenarios with the world that they start from. */
export interface Vectors {
  world: World
  scenarios: Scenario[]
}

/**
 * Reads `world.json` and the scenarios that `index.json` lists.
 *
 * @throws Error when a scenario has not as many exchanges as the index says.
 */
export async function loadVectors(folder: string): Promise<Vectors> {
  const index = JSON.parse(await read(folder, 'index.json')) as Index
  const world = JSON.parse(await read(folder, 'world.json')) as World
  const scenarios = await Promise.all(
    index.scenarios.map(async ({ file, exchanges }) => {
      const scenario = parseScenario(await read(folder, file))
      if (scenario.exchanges.length !== exchanges) {
        throw new Error(`${file} should have ${exchanges} exchanges.`)
      }
      return scenario
    }),
  )
  return { world, scenarios }
}

/**
 * A scenario whose bodies, sent and expected, have their numbers as they were written: a service
 * may well answer `4.0` differently from `4`.
 */
export function parseScenario(text: string): Scenario {
  const scenario = JSON.parse(text) as Scenario
  const exact = parseExact(text) as Scenario
  exact.exchanges.forEach(({ request, response }, index) => {
    const exchange = scenario.exchanges[index]
    if (exchange === undefined) return
    if ('json' in request) exchange.request.json = request.json
    if ('json' in response) exchange.response.json = response.json
  })
  return scenario
}

/** A data table of the folder, or null when the folder has no such table. */
export async function loadTable<Table>(folder: string, name: string): Promise<Table | null> {
  try {
    return JSON.parse(await read(folder, join('data', name))) as Table
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

interface Index {
  scenarios: { file: string; exchanges: number }[]
}

const read = (folder: string, file: string) => readFile(join(folder, file), 'utf8')

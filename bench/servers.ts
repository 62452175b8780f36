import type { Data } from './data.ts'
import type { Entry } from './entries.ts'
import { type Running, type StartOptions, start } from './server.ts'

/** Servers that end together. */
export interface Servers extends AsyncDisposable {
  readonly all: readonly Running[]
}

/** Starts entries one after the other. */
export async function startAll(
  entries: readonly Entry[],
  data: Pick<Data, 'of'>,
  options?: StartOptions,
): Promise<Servers> {
  const all: Running[] = []
  const servers = {
    all,
    async [Symbol.asyncDispose]() {
      for (const server of all) await server.stop()
    },
  }
  try {
    for (const entry of entries) all.push(await start(entry, data.of(entry), options))
    return servers
  } catch (error) {
    await servers[Symbol.asyncDispose]()
    throw error
  }
}

import { createHash } from 'node:crypto'
import type { RedisClient } from './client.ts'

/** A Lua script and the digest under which Redis caches it. */
export interface Script {
  readonly source: string
  readonly sha1: string
}

/** A script that uses only `KEYS[1]`, so that it runs on any node of a cluster. */
export const script = (source: string): Script => ({
  source,
  sha1: createHash('sha1').update(source).digest('hex'),
})

/** Runs a script by its digest. Sends its source if Redis does not know it yet. */
export async function runScript(
  client: RedisClient,
  { source, sha1 }: Script,
  key: string,
  args: readonly string[],
): Promise<unknown> {
  const options = { keys: [key], arguments: [...args] }
  try {
    return await client.evalSha(sha1, options)
  } catch (error) {
    // Redis forgets its scripts when it restarts. Nothing has run, so nothing is counted twice.
    if (error instanceof Error && error.message.startsWith('NOSCRIPT')) {
      return client.eval(source, options)
    }
    throw error
  }
}

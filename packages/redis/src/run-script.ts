import { createHash } from 'node:crypto'
import { Lru } from 'turnpike/kit'
import type { RedisClient } from './clients/client.ts'

/** Runs a script by its digest. Sends its source if Redis does not know it yet. */
export async function runScript(
  client: RedisClient,
  script: string,
  key: string,
  args: readonly string[],
): Promise<unknown> {
  const options = { keys: [key], arguments: [...args] }
  try {
    return await client.evalSha(scriptDigest(script), options)
  } catch (error) {
    // Redis forgets its scripts when it restarts. Nothing has run, so nothing is counted twice.
    if (error instanceof Error && error.message.startsWith('NOSCRIPT')) {
      return client.eval(script, options)
    }
    throw error
  }
}

/** By script: an application has a few, and each runs with every request. */
const digests = new Lru<string, string>({ max: 100 })

/** The digest under which Redis caches a script. */
function scriptDigest(script: string): string {
  const known = digests.get(script)
  if (known !== undefined) return known

  const digest = createHash('sha1').update(script).digest('hex')
  digests.set(script, digest)
  return digest
}

import type { SigningKeyStore, StoredSigningKey } from 'turnpike/kit'

/**
 * Signing keys in the memory of this process, for tests and experiments. Tokens that they signed
 * are worthless when it restarts, and other processes do not know them.
 */
export function memorySigningKeys(): SigningKeyStore {
  let keys: readonly { readonly key: StoredSigningKey; readonly after: string | null }[] = []

  return {
    all: async () =>
      keys.map(({ key }) => key).sort((a, b) => a.signsFrom.getTime() - b.signsFrom.getTime()),

    async add(key, after) {
      if (keys.some((other) => other.after === after)) return false
      keys = [...keys, { key, after }]
      return true
    },

    async remove(ids) {
      keys = keys.filter(({ key }) => !ids.includes(key.id))
    },

    async replaceAll(key) {
      keys = [{ key, after: null }]
    },
  }
}

import type { SigningKeyStore } from 'turnpike/kit'
import { type ContractCase, contract, type Opened } from '../contract.ts'
import { expectSame } from '../expect.ts'

/** A store of signing keys, under test. */
export interface OpenedSigningKeys extends Opened {
  signingKeys: SigningKeyStore
}

/**
 * The contract of every `SigningKeyStore`.
 *
 * @param open opens an empty store.
 */
export const signingKeyStoreContract = (
  open: () => OpenedSigningKeys | Promise<OpenedSigningKeys>,
): ContractCase[] =>
  contract(open, (it) => {
    it('a store of signing keys returns them in the order in which they sign', async ({
      signingKeys,
    }) => {
      expectSame(await signingKeys.all(), [], 'the keys of an empty store')

      await signingKeys.add(key('one', 0), null)
      await signingKeys.add(key('three', 20), 'two')
      await signingKeys.add(key('two', 10), 'one')

      expectSame(await signingKeys.all(), [key('one', 0), key('two', 10), key('three', 20)], 'all')
    })

    it('one signing key is added after another, however many are added at the same time', async ({
      signingKeys,
    }) => {
      for (const after of [null, 'a previous key']) {
        const added = await Promise.all(
          Array.from({ length: 10 }, (_, index) =>
            signingKeys.add(key(`${after} ${index}`, 0), after),
          ),
        )
        expectSame(added.filter(Boolean).length, 1, `how many were added after ${after}`)
      }
      expectSame((await signingKeys.all()).length, 2, 'the number of keys')
    })

    it('a store of signing keys deletes those that are named', async ({ signingKeys }) => {
      await signingKeys.add(key('one', 0), null)
      await signingKeys.add(key('two', 10), 'one')

      await signingKeys.remove(['one', 'missing'])
      await signingKeys.remove([])

      expectSame(await signingKeys.all(), [key('two', 10)], 'the keys that are left')
      expectSame(await signingKeys.add(key('one', 0), null), true, 'whether there can be a first')
    })

    it('a store of signing keys replaces all of them by one', async ({ signingKeys }) => {
      await signingKeys.add(key('one', 0), null)
      await signingKeys.add(key('two', 10), 'one')

      await signingKeys.replaceAll(key('three', 20))

      expectSame(await signingKeys.all(), [key('three', 20)], 'the keys that are left')
      expectSame(await signingKeys.add(key('four', 30), null), false, 'whether another is first')
    })
  })

const key = (id: string, seconds: number) => ({
  id,
  algorithm: 'ES256',
  privateKey: { kty: 'EC', crv: 'P-256', d: `private part of ${id}` },
  created: new Date(0),
  signsFrom: new Date(seconds * 1000),
})

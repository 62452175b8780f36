import { mark } from './mark.ts'

const memoryStores = mark<object>()

/** The store, marked as one that keeps everything in the memory of this process. */
export function inMemory<Store extends object>(store: Store): Store {
  memoryStores.set(store, true)
  return store
}

/** Whether the store keeps everything in the memory of this process: others do not see it. */
export const isInMemory = (store: object): boolean => memoryStores.get(store) === true

import { arrayStore, memoryAccounts, memorySessions, pbkdf2 } from 'turnpike'
import { ann, firstNotes, type Note, type Stores } from './api.ts'

/** Stores of the core, without anything of the runtime. Workers allow 100,000 iterations. */
export function memoryStores(): Stores {
  const accounts = memoryAccounts({ users: [ann], passwords: pbkdf2({ iterations: 100_000 }) })
  const notes = firstNotes.map((note, index) => ({ id: index + 1, ...note }))
  return {
    ...accounts,
    sessions: memorySessions(accounts),
    notes: arrayStore<Note>(notes),
  }
}

/**
 * An API whose users, tokens, sessions, counts and items are in one SQLite database.
 *
 *   node main.ts
 */
import { randomBytes } from 'node:crypto'
import { serve } from 'turnpike/node'
import { application } from './app.ts'
import { openDatabase } from './index.ts'

// For an application that keeps its data: a file, and secrets that stay the same.
const { app, users, tokens, store } = application(openDatabase(':memory:'), [
  randomBytes(32).toString('hex'),
])
await store.create({ title: 'Emma', rating: 5 })
await store.create({ title: 'Ulysses', rating: null })
const ann = await users.create({ username: 'ann', password: 'correct horse' })
const { key } = await tokens.getOrCreate(ann)

const { url } = await serve(app)
console.log(`Try: curl '${url}/books/?rating__gte=4'`)
console.log(`     curl '${url}/books/' -H 'Authorization: Token ${key}' -d title=Persuasion`)

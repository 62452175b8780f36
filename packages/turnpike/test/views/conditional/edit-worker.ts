/** One of several processes that change the same note: prints the statuses that it got as JSON. */
import { setTimeout } from 'node:timers/promises'
import { openDatabase } from '@turnpike/sql/node'
import { notesOf, patches } from './editing.ts'

const [, , url = '', tag = '', start = '0'] = process.argv
const { db, close } = openDatabase(url)
const client = notesOf(db)
await client.get('/notes/1/')
await setTimeout(Number(start) - Date.now())
const statuses = await patches(client, tag, 10)
await close()
console.log(JSON.stringify(statuses))

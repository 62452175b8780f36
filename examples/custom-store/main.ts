/**
 * A token store of your own.
 *
 *   node main.ts
 */
import { serve } from 'turnpike/node'
import { application, openMembers } from './app.ts'
import { memberOf, memberTokens } from './tokens.ts'

const database = openMembers()
const ann = database.prepare<[], Parameters<typeof memberOf>[0]>(
  "select * from member where login = 'ann'",
)
const row = ann.get()
if (row === undefined) throw new Error('There is no ann.')
const { key } = await memberTokens(database).getOrCreate(memberOf(row))

const { url } = await serve(application(database))
console.log(`Try: curl ${url}/me/ -H 'Authorization: Token ${key}'`)

/**
 * An item store of your own.
 *
 *   node main.ts
 */
import { DatabaseSync } from 'node:sqlite'
import { serve } from 'turnpike/node'
import { application } from './app.ts'
import { tables } from './books.ts'

const database = new DatabaseSync(':memory:')
database.exec(tables)
database.exec("insert into book (title, rating) values ('Emma', 5), ('Ulysses', null)")

const { url } = await serve(application(database))
console.log(`Try: curl '${url}/books/?rating__gte=4'`)

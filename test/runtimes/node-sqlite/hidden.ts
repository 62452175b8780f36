/** First of the imports: what the others open is opened by `node:sqlite`. */
import { hideBetterSqlite } from '../../support/sqlite-library.ts'

hideBetterSqlite()

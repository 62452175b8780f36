/** Express 5 with Passport, the way most of its services are written. */
import express, { type NextFunction, type Request, type Response } from 'express'
import passport from 'passport'
import { Strategy } from 'passport-custom'
import {
  type Account,
  add,
  authenticate,
  me,
  newNote,
  notAllowed,
  notFound,
  numberedPage,
  type Query,
  Refusal,
  timeline,
  windowOf,
} from './notes.ts'

passport.use(
  'token',
  new Strategy((request, done) => {
    try {
      done(null, authenticate(request.headers.authorization))
    } catch (error) {
      done(error)
    }
  }),
)

type Page = (url: string, query: Query) => unknown

const app = express()
app.disable('x-powered-by')
app.disable('etag')
app.use(
  ['/me/', '/notes/', '/window/', '/timeline/'],
  passport.authenticate('token', { session: false }),
)

const list = (page: Page) => (request: Request, response: Response) => {
  response.json(page(`http://${request.headers.host}${request.path}`, request.query as Query))
}
app.get('/me/', (request, response) => {
  response.json(me(request.user as Account))
})
app.get('/notes/', list(numberedPage))
app.get('/window/', list(windowOf))
app.get('/timeline/', list(timeline))
app.post('/notes/', express.json(), (request, response) => {
  response.status(201).json(add(newNote(request.body)))
})
app.all(['/me/', '/notes/', '/window/', '/timeline/'], (request, response) => {
  response
    .set('Allow', request.path === '/notes/' ? 'GET, HEAD, POST' : 'GET, HEAD')
    .status(405)
    .json(notAllowed(request.method))
})
app.use((_request, response) => {
  response.status(404).json(notFound)
})
app.use((error: unknown, _request: Request, response: Response, next: NextFunction) => {
  if (!(error instanceof Refusal)) return next(error)
  if (error.status === 401) response.set('WWW-Authenticate', 'Token')
  response.status(error.status).json(error.body)
})

app.listen(Number(process.env.PORT), '127.0.0.1')
process.once('SIGTERM', () => process.exit())

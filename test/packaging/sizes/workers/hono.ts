/** Hono alone, to compare. */
import { Hono } from 'hono'

const app = new Hono()
app.get('/ping', (context) => context.json('pong'))

export default app

import { serve } from 'turnpike/node'
import app from './app.ts'

const { url } = await serve(app)
console.log(`Try: curl ${url}/me/ -H 'X-Username: ann'`)

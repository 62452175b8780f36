import { serve } from 'turnpike/node'
import app from './app.ts'

const { url } = await serve(app)
console.log(`Try: curl -i '${url}/header/?page=2'`)

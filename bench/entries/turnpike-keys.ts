/** The same with API keys. */
import { apiKeyAuthentication } from 'turnpike/credentials'
import { runService } from 'turnpike/service'
import { benchService } from './turnpike.ts'

await runService(benchService(({ keys }) => apiKeyAuthentication({ keys })))

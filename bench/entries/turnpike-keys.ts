/** The same with API keys. */

import { runService } from '@turnpike/service'
import { apiKeyAuthentication } from 'turnpike'
import { benchService } from './turnpike.ts'

await runService(benchService(({ keys }) => apiKeyAuthentication({ keys })))

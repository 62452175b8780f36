/** A Cloudflare Worker whose app is made while the module is loaded. */
import { createApp } from './api.ts'
import { memoryStores } from './memory.ts'

const app = createApp(memoryStores())

export default {
  fetch: (request: Request) =>
    app.fetch(request, {
      connection: { address: request.headers.get('CF-Connecting-IP'), remoteUser: null },
    }),
}

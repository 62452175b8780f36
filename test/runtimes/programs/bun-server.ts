/** Bun's own server. */
import { createApp } from './api.ts'
import { memoryStores } from './memory.ts'

interface BunServer {
  readonly port: number
  requestIP(request: Request): { address: string } | null
}

declare const Bun: {
  serve(options: {
    hostname: string
    port: number
    fetch(request: Request, server: BunServer): Response | Promise<Response>
  }): BunServer
}

const app = createApp(memoryStores())
const { port } = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: (request, server) =>
    app.fetch(request, {
      connection: { address: server.requestIP(request)?.address ?? null, remoteUser: null },
    }),
})
console.log(`Listening on http://127.0.0.1:${port}`)

/** Deno's own server. */
import { createApp } from './api.ts'
import { memoryStores } from './memory.ts'

declare const Deno: {
  serve(
    options: { hostname: string; port: number; onListen(address: { port: number }): void },
    handler: (
      request: Request,
      info: { remoteAddr: { hostname: string } },
    ) => Response | Promise<Response>,
  ): void
}

const app = createApp(memoryStores())
Deno.serve(
  {
    hostname: '127.0.0.1',
    port: 0,
    onListen: ({ port }) => console.log(`Listening on http://127.0.0.1:${port}`),
  },
  (request, info) =>
    app.fetch(request, { connection: { address: info.remoteAddr.hostname, remoteUser: null } }),
)

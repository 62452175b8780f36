import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'

/** A host of static files, as any other: a folder has its `index.html`, what is missing `404.html`. */
export async function staticHost(folder: string): Promise<{ url: string; close(): void }> {
  const server = createServer(async ({ url = '/' }, response) => {
    const path = decodeURI(new URL(url, 'http://host').pathname)
    const file = path.endsWith('/') ? `${path}index.html` : path
    const found = await contents(join(folder, file))
    const body = found ?? (await contents(join(folder, '404.html'))) ?? ''
    const type = types[extname(found === null ? '404.html' : file)] ?? 'application/octet-stream'
    response.writeHead(found === null ? 404 : 200, { 'Content-Type': type }).end(body)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}

const contents = (path: string): Promise<Buffer | null> => readFile(path).catch(() => null)

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml',
}

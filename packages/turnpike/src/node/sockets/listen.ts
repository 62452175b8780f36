import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The server cannot listen at its address. The message says what to change. */
export class ListenError extends Error {
  override readonly name = 'ListenError'
}

/**
 * Opens the port.
 *
 * @returns the opened port, which differs if 0 was requested.
 * @throws ListenError when it cannot be opened.
 */
export async function listen(server: Server, host: string, port: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  try {
    server.listen({ host, port }, resolve)
    await promise
  } catch (error) {
    throw new ListenError(reason(error, host, port), { cause: error })
  } finally {
    server.off('error', reject)
  }
  return (server.address() as AddressInfo).port
}

function reason(error: unknown, host: string, port: number): string {
  const { code, message } = error as NodeJS.ErrnoException
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is already in use: set PORT to another one, or stop the other process.`
    case 'EACCES':
      return `This user may not open port ${port} on ${host}: set PORT to one above 1023.`
    case 'EADDRNOTAVAIL':
      return `Host ${host} is not an address of this machine: set HOST to 127.0.0.1, or to 0.0.0.0 for all of its addresses.`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `Host ${host} has no address: set HOST to 127.0.0.1, or to 0.0.0.0 for all addresses of this machine.`
    default:
      return `Port ${port} on ${host} cannot be opened: ${message}`
  }
}

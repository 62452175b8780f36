import { connect } from 'node:net'

/** A TCP connection to a server of this machine, to send what no HTTP client would. */
export interface TestConnection {
  send(text: string): void
  /** Everything received, once the text occurs in it. */
  until(text: string): Promise<string>
  /** Everything received, once the server has closed the connection. */
  closed(): Promise<string>
  close(): void
}

export async function openConnection(port: number): Promise<TestConnection> {
  const socket = connect({ host: '127.0.0.1', port })
  await new Promise<void>((resolve, reject) =>
    socket.once('connect', resolve).once('error', reject),
  )

  let received = ''
  let isClosed = false
  let notify = () => {}
  socket.setEncoding('latin1')
  socket.on('data', (text: string) => {
    received += text
    notify()
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    isClosed = true
    notify()
  })

  const when = async (happened: () => boolean): Promise<string> => {
    while (!happened()) {
      if (isClosed) throw new Error(`The connection was closed after: ${received}`)
      await new Promise<void>((resolve) => {
        notify = resolve
      })
    }
    return received
  }

  return {
    send: (text) => socket.write(text, 'latin1'),
    until: (text) => when(() => received.includes(text)),
    closed: () => when(() => isClosed),
    close: () => socket.destroy(),
  }
}

/** All that the server answers to these bytes until it closes the connection. */
export async function answerTo(port: number, text: string): Promise<string> {
  const connection = await openConnection(port)
  connection.send(text)
  return connection.closed()
}

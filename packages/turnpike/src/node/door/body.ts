import type { IncomingMessage, ServerResponse } from 'node:http'
import { type BodyCollector, endedEarly } from '../../http/body.ts'

/**
 * All bytes of a body.
 *
 * @throws ContentTooLarge when the collector is full, ParseError when the body ends early.
 */
export function readAll(
  incoming: IncomingMessage,
  collector: BodyCollector,
): Promise<Uint8Array<ArrayBuffer>> {
  // Most bodies arrive with the header, and are there before the handler asks for them.
  if (incoming.complete && !incoming.destroyed && incoming.readableFlowing === null) {
    return readBuffered(incoming, collector)
  }
  return new Promise((resolve, reject) => {
    const onData = (chunk: Uint8Array) => {
      try {
        collector.add(chunk)
      } catch (error) {
        finish(() => reject(error))
        incoming.pause()
      }
    }
    const onEnd = () => finish(() => resolve(collector.join()))
    const onClose = (error?: unknown) => finish(() => reject(endedEarly(error)))
    const finish = (settle: () => void) => {
      incoming.off('data', onData).off('end', onEnd).off('close', onClose)
      settle()
    }
    if (incoming.destroyed && !incoming.readableEnded) onClose()
    else if (incoming.readableEnded) onEnd()
    // Node needs a listener for the error of a client that disconnects.
    else incoming.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose)
  })
}

/** The bytes of a body that has arrived as a whole, and that nothing else reads. */
async function readBuffered(
  incoming: IncomingMessage,
  collector: BodyCollector,
): Promise<Uint8Array<ArrayBuffer>> {
  for (let chunk = incoming.read(); chunk !== null; chunk = incoming.read()) collector.add(chunk)
  return collector.join()
}

/** The bytes of a body as a web stream. Reading starts on demand. */
export function chunksOf(open: () => IncomingMessage): ReadableStream<Uint8Array> {
  let chunks: AsyncIterator<Uint8Array> | undefined
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        chunks ??= open().iterator({ destroyOnReturn: false })
        const { done, value } = await chunks.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      async cancel() {
        await chunks?.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}

/** Milliseconds for which the rest of an unwanted body is read. */
const patience = 500

/**
 * Closes the connection if a body is still arriving some time after the answer. Until then the body
 * is read and dropped: a client that is writing does not read its answer.
 */
export function limitUnreadBody(incoming: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.once('finish', () => {
    if (incoming.complete) return

    incoming.resume()
    setTimeout(() => {
      if (!incoming.complete) incoming.socket.destroySoon()
    }, patience).unref()
  })
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import { type BodyCollector, endedEarly } from '../../http/body.ts'

/**
 * All bytes of a body.
 *
 * @throws ContentTooLarge when the collector takes no more, ParseError when they end early.
 */
export function readAll(
  incoming: IncomingMessage,
  collector: BodyCollector,
): Promise<Uint8Array<ArrayBuffer>> {
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
    // Node wants the error of a client that goes away to be listened to.
    else incoming.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose)
  })
}

/** The bytes of a body as a web stream. Nothing is read before somebody reads it. */
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

/** Milliseconds for which the rest of a body is read that nobody has asked for. */
const patience = 500

/**
 * Closes the connection when a body is still coming some time after the answer. What comes before
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

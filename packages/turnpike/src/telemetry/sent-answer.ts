import type { Answer } from '../http/answer.ts'

/**
 * The answer, which reports when it is complete: at once, or for a stream when it has ended. The
 * stream is read as fast as before, and cancelled with the answer.
 *
 * @param end called once. `error`: the error that ended the stream early, or undefined.
 */
export function whenComplete(
  answer: Answer,
  end: (how: { readonly error?: unknown; readonly isCancelled?: boolean }) => void,
): Answer {
  const { body } = answer
  if (!(body instanceof ReadableStream)) {
    end({})
    return answer
  }
  const reader = body.getReader()
  const followed = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read()
          if (!done) {
            controller.enqueue(value)
            return
          }
          controller.close()
          end({})
        } catch (error) {
          controller.error(error)
          end({ error })
        }
      },
      async cancel(reason) {
        end({ isCancelled: true })
        await reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
  return { ...answer, body: followed }
}

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
  let isOver = false
  const finish: typeof end = (how) => {
    if (isOver) return
    isOver = true
    end(how)
  }
  const followed = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read()
          // A read that waits when the answer is cancelled ends as if the stream had.
          if (isOver) return
          if (!done) {
            controller.enqueue(value)
            return
          }
          controller.close()
          finish({})
        } catch (error) {
          controller.error(error)
          finish({ error })
        }
      },
      async cancel(reason) {
        finish({ isCancelled: true })
        await reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
  return { ...answer, body: followed }
}

/** Answers 500 when no exception handler has handled the error. Nothing of the error is shown. */
export const serverError = always(500, { error: 'Server Error (500)' })

/** Answers 400 to a request that no honest client sends. The reason is not shown. */
export const badRequest = always(400, { error: 'Bad Request (400)' })

/** Answers 404 to a URL without a view. */
export const notFound = always(404, { detail: 'Not found.' })

/** Sets the length, so that responses to HEAD have it too. The bodies are ASCII. */
function always(status: number, body: object): () => Response {
  const text = JSON.stringify(body)
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': `${text.length}`,
    'X-Content-Type-Options': 'nosniff',
  }
  return () => new Response(text, { status, headers })
}

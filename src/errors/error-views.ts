/** Answers a request that raised what no exception handler takes: 500, and nothing of the error. */
export const serverError = always(500, { error: 'Server Error (500)' })

/** Answers a request that no honest client makes: 400, and nothing of the reason. */
export const badRequest = always(400, { error: 'Bad Request (400)' })

/** Answers a URL that leads to no view. */
export const notFound = always(404, { detail: 'Not found.' })

/** With its length, so that HEAD tells it too. The texts are ASCII. */
function always(status: number, body: object): () => Response {
  const text = JSON.stringify(body)
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': `${text.length}`,
    'X-Content-Type-Options': 'nosniff',
  }
  return () => new Response(text, { status, headers })
}

/** The body as text. Null when it has more than so many bytes: the rest of it is not read. */
export async function textWithin(
  { body }: Pick<Response, 'body'>,
  maxBytes: number,
): Promise<string | null> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  // Leaving the loop cancels the rest of the body.
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    if (bytes > maxBytes) return null
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

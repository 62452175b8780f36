/**
 * A response with a text whose body is made on first use: the stream takes many times as long as
 * everything else, and most middleware reads header fields alone.
 *
 * For servers that take the text out again (`answerOf`). Those that send web responses themselves
 * would find no body inside.
 */
export function textResponse(text: string, init: ResponseInit): Response {
  TextResponse ??= textResponseClass()
  return new TextResponse(text, init)
}

let TextResponse: ReturnType<typeof textResponseClass> | undefined

/** Not at the start: Node loads its web classes on first use, which takes 20 ms and 15 MB. */
function textResponseClass() {
  return class TextResponse extends Response {
    readonly #text: string
    #whole: Response | undefined

    constructor(text: string, init: ResponseInit) {
      super(null, init)
      this.#text = text
    }

    override get body(): Response['body'] {
      return this.#made().body
    }

    override get bodyUsed(): boolean {
      return this.#whole?.bodyUsed ?? false
    }

    override arrayBuffer(): ReturnType<Response['arrayBuffer']> {
      return this.#made().arrayBuffer()
    }

    override blob(): ReturnType<Response['blob']> {
      return this.#made().blob()
    }

    override bytes(): ReturnType<Response['bytes']> {
      return this.#made().bytes()
    }

    override formData(): ReturnType<Response['formData']> {
      return this.#made().formData()
    }

    override json(): ReturnType<Response['json']> {
      return this.#made().json()
    }

    override text(): Promise<string> {
      return this.#made().text()
    }

    override clone(): Response {
      return new Response(this.#made().clone().body, this)
    }

    #made(): Response {
      this.#whole ??= new Response(this.#text, this)
      return this.#whole
    }
  }
}

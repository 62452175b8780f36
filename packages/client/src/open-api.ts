/**
 * The paths of an OpenAPI document, as `openapi-typescript` writes them, for `createClient`:
 *
 * ```ts
 * import type { paths } from '#schema'
 *
 * const client = createClient<FromOpenApi<paths>>({ url: 'https://api.example.com' })
 * ```
 */
export interface FromOpenApi<Paths> {
  readonly paths: {
    [Path in keyof Paths as Parameters<Path & string>]: {
      [Name in keyof Paths[Path] & Method as Paths[Path][Name] extends object
        ? Name
        : never]: Operation<Paths[Path][Name]>
    }
  }
}

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

/** `/notes/{id}/` → `/notes/:id/`. */
type Parameters<Path extends string> = Path extends `${infer Before}{${infer Name}}${infer After}`
  ? `${Before}:${Name}${Parameters<After>}`
  : Path

type Operation<Given> =
  ResultsOf<AnswerOf<Given>> extends infer Item
    ? [Item] extends [never]
      ? { input: InputOf<Given>; output: AnswerOf<Given> }
      : { isList: true; output: Item; query: QueryOf<Given> }
    : never

type AnswerOf<Given> = Given extends { responses: infer Answers }
  ? BodyOf<Answers[keyof Answers & (200 | 201)]>
  : unknown

type BodyOf<Given> = [Given] extends [never]
  ? undefined
  : Given extends { content: { 'application/json': infer Body } }
    ? Body
    : undefined

/** The items of a list; never if it is not a list. */
type ResultsOf<Body> = Body extends { results: readonly (infer Item)[] }
  ? Item
  : Body extends readonly (infer Item)[]
    ? Item
    : never

type InputOf<Given> = Given extends { requestBody?: infer Body }
  ? BodyOf<NonNullable<Body>>
  : undefined

type QueryOf<Given> = Given extends { parameters: { query?: infer Query } }
  ? NonNullable<Query>
  : Record<never, never>

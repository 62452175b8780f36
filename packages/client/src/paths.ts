/**
 * The inputs and outputs of the methods of a service, by path and method:
 * `{ '/notes/': { get: … } }`. Of what `routes()` returns, of a function that returns it, of views
 * by path, of a service, or of `FromOpenApi`.
 */
export type PathsOf<Api> = Api extends { readonly paths: infer Paths }
  ? Paths
  : Api extends (...args: never) => infer Made
    ? PathsOf<Awaited<Made>>
    : Api extends { readonly app: (...args: never) => infer Made; readonly name: string }
      ? PathsOf<Awaited<Made>>
      : Api extends { fetch: unknown }
        ? Api extends Carries<infer Paths>
          ? Paths
          : never
        : { [Path in keyof Api]: Api[Path] extends Carries<infer Methods> ? Methods : unknown }

/**
 * What `Carries` of `turnpike/kit` is. It is not imported, because a project that only has the
 * client does not have `turnpike`, and would lose all types without an error.
 */
interface Carries<Methods> {
  readonly carried?: Methods
}

/** By the path without the slashes around it. `''` is the root. */
export type Trimmed<Paths> = {
  [Path in keyof Paths as string extends Path ? never : Trim<Path & string>]: Paths[Path]
}

type Trim<Path extends string> = Path extends `/${infer Rest}`
  ? Trim<Rest>
  : Path extends `${infer Rest}/`
    ? Rest
    : Path

/** The paths below a segment, without it. */
export type Below<Paths, Segment extends string> = {
  [Path in keyof Paths as Path extends `${Segment}/${infer Rest}` ? Rest : never]: Paths[Path]
}

/** The paths below a parameter. */
export type BelowAny<Paths> = {
  [Path in keyof Paths as Path extends `:${string}/${infer Rest}` ? Rest : never]: Paths[Path]
}

/** The methods at a segment itself. */
export type At<Paths, Segment> = Segment extends keyof Paths ? Paths[Segment] : unknown

/** The methods at a parameter. */
export type AtAny<Paths> = {
  [Path in keyof Paths as Path extends `:${infer Name}`
    ? Name extends `${string}/${string}`
      ? never
      : 'own'
    : never]: Paths[Path]
} extends { own: infer Methods }
  ? Methods
  : unknown

/** The first segments that are not parameters. */
export type Names<Paths> = {
  [Path in keyof Paths]: Path extends `${infer First}/${string}` ? Named<First> : Named<Path>
}[keyof Paths]

type Named<Segment> = Segment extends '' | `:${string}` ? never : Segment

/** Whether a path begins with a parameter. */
export type HasKey<Paths> = Extract<keyof Paths, `:${string}`> extends never ? false : true

/** The parameters of a path. */
export type ParameterOf<Path> = Path extends `${string}/:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? NameOf<Name> | ParameterOf<`/${More}`>
    : NameOf<Rest>
  : never

type NameOf<Text extends string> = Text extends `${infer Name}{${string}` | `${infer Name}?`
  ? Name
  : Text

/** A method of a path; never if it has none. */
export type MethodOf<Methods, Name extends string> = Methods extends {
  [Own in Name]: infer Method
}
  ? Method
  : never

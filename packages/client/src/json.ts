/** A value as its JSON is read: dates are texts, what JSON leaves out is absent. */
export type Json<Value> = unknown extends Value
  ? Value
  : Value extends string | number | boolean | null | undefined
    ? Value
    : Value extends bigint
      ? number | string
      : Value extends { toJSON(): infer Written }
        ? Json<Written>
        : Value extends (...args: never) => unknown
          ? never
          : Value extends object
            ? {
                [Key in keyof Value as Value[Key] extends Unwritten ? never : Key]: Json<Value[Key]>
              }
            : never

/** JSON leaves these out. */
type Unwritten = symbol | ((...args: never) => unknown)

/** The values that may be sent for one: a date as `Date` or as text. */
export type Sendable<Value> = unknown extends Value
  ? Value
  : Value extends Date
    ? Date | string
    : Value extends bigint
      ? number | string
      : Value extends Blob
        ? Value
        : Value extends object
          ? { [Key in keyof Value]: Sendable<Value[Key]> }
          : Value

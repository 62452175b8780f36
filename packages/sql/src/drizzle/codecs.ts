import { type Decoder, isColumn, isEntity } from './entities.ts'

/**
 * What a driver does to the values of a column since Drizzle 1.0: before the column decodes them,
 * and after it has encoded them. In older versions the column does all of it.
 */
export interface Codecs {
  get(column: object, kind: 'cast' | 'normalize' | 'normalizeParam'): Codec | undefined
}

/** @param dimensions of an array, as the column has it. */
type Codec = (value: unknown, dimensions?: number) => unknown

export interface Encoder {
  mapToDriverValue(value: unknown): unknown
}

/** The decoder of a field for what the driver reads. */
export function withCodec(decoder: Decoder, codecs: Codecs | undefined): Decoder {
  if (codecs === undefined || !isColumn(decoder)) return decoder
  const codec = codecs.get(decoder, 'normalize')
  if (codec === undefined) return decoder
  const { dimensions } = decoder
  return { mapFromDriverValue: (value) => decoder.mapFromDriverValue(codec(value, dimensions)) }
}

/** The value for the driver, or the SQL that a column of the application's own type writes. */
export function encoded(encoder: Encoder, value: unknown, codecs: Codecs | undefined): unknown {
  const written = encoder.mapToDriverValue(value)
  if (codecs === undefined || !isColumn(encoder) || isEntity(written, 'SQL')) return written
  const codec = codecs.get(encoder, 'normalizeParam')
  return codec === undefined ? written : codec(written, encoder.dimensions)
}

import { knownOptions } from '../errors/known-options.ts'
import { TranslatableMessage } from '../languages/message.ts'
import { wholeNumber } from '../rules/whole-number.ts'
import { malformed, multipartParserOf, type ReadFile } from './multipart.ts'
import type { Parser } from './parser.ts'

export interface UploadParserOptions {
  /** Maximum number of files in a body; more are a 400. Default 10. */
  maxFiles?: number
}

const uploadParserOptions = knownOptions<UploadParserOptions>('uploadParser()', {
  maxFiles: wholeNumber({ least: 1 }),
})

/**
 * Parses `multipart/form-data` with files: a file is a `File` among the data, for `z.file()`. All
 * of a body is in memory, so its limit is `DATA_UPLOAD_MAX_MEMORY_SIZE`. A file control that was
 * left empty is absent.
 *
 * `name` and `type` of a `File` are what the client sent: a path, a lie, or empty.
 */
export function uploadParser(options: UploadParserOptions = {}): Parser {
  uploadParserOptions.require(options)
  const { maxFiles = 10 } = options
  return multipartParserOf(() => {
    let files = 0
    const readFile: ReadFile = ({ filename, mediaType, bytes }) => {
      if (filename === '' && bytes.length === 0) return undefined
      files++
      if (files > maxFiles)
        throw malformed(new TranslatableMessage('more than {limit} files.', { limit: maxFiles }))
      return new File([bytes as Uint8Array<ArrayBuffer>], filename, { type: mediaType })
    }
    return readFile
  })
}

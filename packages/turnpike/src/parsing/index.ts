/** Parsers: how the bytes of a body become data. @module */
export { formParser } from './form.ts'
export { type JsonParserOptions, jsonParser } from './json.ts'
export { multipartParser } from './multipart.ts'
export type { Parser, ParserLimits } from './parser.ts'

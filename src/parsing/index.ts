/** Parsers: how the bytes of a body become data. @module */
export { type FormFields, formParser, multipartParser } from './form.ts'
export { type JsonParserOptions, jsonParser } from './json.ts'
export type { Parser, ParserLimits } from './parser.ts'

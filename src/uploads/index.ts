/** Uploads: forms with files. @module */
export { type UploadParserOptions, uploadParser } from '../parsing/upload.ts'

/** Answers of the raw entries: constant ones are made once, and bodies are text that is ready. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import * as texts from '../answers.ts'

/** An answer that is the same each time: fields as the flat list that `writeHead` passes on. */
export interface Constant {
  readonly status: number
  readonly fields: readonly string[]
  readonly text: string
}

const constant = (status: number, body: unknown, ...fields: string[]): Constant => {
  const text = JSON.stringify(body)
  return { status, fields: [...fieldsOf(text.length), ...fields], text }
}

const fieldsOf = (length: number) => [
  'Content-Type',
  'application/json',
  'Content-Length',
  `${length}`,
]

const challenge = ['WWW-Authenticate', 'Token'] as const
export const notAuthenticated = constant(401, texts.notAuthenticated, ...challenge)
export const invalidToken = constant(401, texts.invalidToken, ...challenge)
export const notFound = constant(404, texts.notFound)
export const invalidPage = constant(404, { detail: 'Invalid page.' })
export const invalidCursor = constant(404, { detail: 'Invalid cursor' })
export const parseError = constant(400, { detail: 'JSON parse error' })
export const serverError = constant(500, { error: 'Server Error (500)' })

const refusedMethods = new Map<string, Constant>()

/** The 405 of a method. Node's parser knows some 35 of them. */
export function notAllowed(method: string, allow: string): Constant {
  const key = `${method} ${allow}`
  let answer = refusedMethods.get(key)
  if (answer === undefined) {
    answer = constant(405, texts.notAllowed(method), 'Allow', allow)
    refusedMethods.set(key, answer)
  }
  return answer
}

const titleFaults = [
  null,
  'This field is required.',
  'Not a valid string.',
  'This field may not be blank.',
  'Ensure this field has no more than 100 characters.',
]
const priorityFaults = [null, 'This field is required.', 'A valid integer is required.']

/** The 400 by the number of the title's fault and that of the priority's. */
const faulty = titleFaults.map((title) =>
  priorityFaults.map((priority) =>
    constant(400, { ...(title && { title: [title] }), ...(priority && { priority: [priority] }) }),
  ),
)

export interface NewNote {
  title: string
  priority: number
}

/** What is valid of a body, or the refusal that names every fault. */
export function newNote(text: string): NewNote | Constant {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return parseError
  }
  const { title, priority } = (body ?? {}) as Record<string, unknown>
  const trimmed = typeof title === 'string' ? title.trim() : title
  let titleFault = 0
  if (trimmed === undefined) titleFault = 1
  else if (typeof trimmed !== 'string') titleFault = 2
  else if (trimmed === '') titleFault = 3
  else if (trimmed.length > 100) titleFault = 4
  const priorityFault = priority === undefined ? 1 : Number.isSafeInteger(priority) ? 0 : 2

  if (titleFault === 0 && priorityFault === 0) {
    // A lone surrogate is stored as U+FFFD, and the answer says what is stored.
    return { title: (trimmed as string).toWellFormed(), priority: priority as number }
  }
  return faulty[titleFault]?.[priorityFault] as Constant
}

export const isConstant = (value: object): value is Constant => 'fields' in value

export function sendConstant(response: ServerResponse, { status, fields, text }: Constant): void {
  response.writeHead(status, fields as string[])
  response.end(text)
}

/** Sends a body of JSON. */
export function send(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, fieldsOf(Buffer.byteLength(text)))
  response.end(text)
}

/** Hands on the body as text. */
export function readText(request: IncomingMessage, take: (text: string) => void): void {
  let first: Buffer | undefined
  let others: Buffer[] | undefined
  request.on('data', (chunk: Buffer) => {
    if (first === undefined) first = chunk
    else if (others === undefined) others = [first, chunk]
    else others.push(chunk)
  })
  request.on('end', () => take((others ? Buffer.concat(others) : (first ?? '')).toString()))
}

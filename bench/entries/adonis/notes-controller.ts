import type { HttpContext } from '@adonisjs/core/http'
import vine, { SimpleMessagesProvider } from '@vinejs/vine'
import {
  numberedBody,
  pageNumber,
  pageSize,
  readPlace,
  readWindow,
  timelineBody,
  windowBody,
} from '../pages.ts'
import { Note } from './models.ts'

type Request = HttpContext['request']

const urlOf = (request: Request) => `http://${request.host()}${request.url()}`

/** Lucid's own pages count, too; their links carry `?page=1`. */
export async function numbered({ request }: HttpContext) {
  const query = request.qs()
  const page = await Note.query()
    .orderBy('id')
    .paginate(Number(query.page ?? 1), pageSize)
  const number = pageNumber(query, page.total)
  return numberedBody(urlOf(request), number, page.total, page.all())
}

export async function windowed({ request }: HttpContext) {
  const { limit, offset } = readWindow(request.qs())
  const [{ $extras }] = (await Note.query().count('* as total')) as [Note]
  const results = await Note.query().orderBy('id').limit(limit).offset(offset)
  return windowBody(urlOf(request), { limit, offset }, $extras.total, results)
}

export async function timeline({ request }: HttpContext) {
  const query = request.qs()
  const place = readPlace(query)
  const { cursor, size } = place
  const direction = cursor?.backward ? 'desc' : 'asc'
  const found = Note.query()
    .orderBy([
      { column: 'created', order: direction },
      { column: 'id', order: direction },
    ])
    .limit(size + 1)
  if (cursor !== null) {
    const comparison = cursor.backward ? '<' : '>'
    found.whereRaw(`(created, id) ${comparison} (?, ?)`, [cursor.created, cursor.id])
  }
  return timelineBody(urlOf(request), query, place, await found)
}

const newNote = vine.compile(
  vine.object({
    title: vine.string().trim().minLength(1).maxLength(100),
    priority: vine.number().withoutDecimals(),
  }),
)
newNote.messagesProvider = new SimpleMessagesProvider({
  required: 'This field is required.',
  'title.string': 'Not a valid string.',
  'title.minLength': 'This field may not be blank.',
  'title.maxLength': 'Ensure this field has no more than 100 characters.',
  'priority.number': 'A valid integer is required.',
  'priority.withoutDecimals': 'A valid integer is required.',
})

export async function store({ request, response }: HttpContext) {
  const fields = await request.validateUsing(newNote)
  const note = await Note.create({ ...fields, created: new Date().toISOString() })
  return response.status(201).send(note)
}

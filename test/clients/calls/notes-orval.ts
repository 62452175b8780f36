import { notesCreate, notesList, notesRetrieve } from './orval.js'

const [, , , authorization = ''] = process.argv
const options = { headers: { Authorization: authorization } }

const page = await notesList({ page: 2, page_size: 2, ordering: ['-id'] }, options)
const ids: number[] | null = page.status === 200 ? page.data.results.map(({ id }) => id) : null
const note = await notesRetrieve(1, options)
const rating: string | null = note.status === 200 ? note.data.rating : null
const wrong = await notesCreate({ title: '', rating: '1.00' }, options)

console.log(
  JSON.stringify({
    ids,
    rating,
    status: wrong.status,
    error: wrong.status === 400 ? wrong.data : null,
  }),
)

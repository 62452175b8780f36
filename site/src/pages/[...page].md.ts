import type { APIRoute } from 'astro'
import { markdownOf } from '../../sources/texts.ts'
import { addresses, pages } from '../site.ts'

export const getStaticPaths = () => pages.map(({ slug }) => ({ params: { page: slug || 'index' } }))

/** Every page as Markdown: the address of the page, `/views/`, with an ending: `/views.md`. */
export const GET: APIRoute = ({ params }) => {
  const page = pages.find(({ slug }) => (slug || 'index') === params.page)
  return new Response(page && markdownOf(page, pages, addresses))
}

import type { APIRoute } from 'astro'
import { llmsIndex } from '../../sources/texts.ts'
import { addresses, pages } from '../site.ts'

export const GET: APIRoute = () => new Response(llmsIndex(pages, addresses))

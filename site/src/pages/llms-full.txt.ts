import type { APIRoute } from 'astro'
import { llmsFull } from '../../sources/texts.ts'
import { addresses, pages } from '../site.ts'

export const GET: APIRoute = () => new Response(llmsFull(pages, addresses))

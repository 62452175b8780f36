import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { APIRoute } from 'astro'
import { root } from '../../../sources/repository.ts'

const folder = join(root, 'docs/images')

export const getStaticPaths = () => readdirSync(folder).map((name) => ({ params: { name } }))

/** The pictures of the documentation, as they are. */
export const GET: APIRoute = ({ params }) =>
  new Response(readFileSync(join(folder, params.name ?? '')))

import { defineCollection } from 'astro:content'
import { docsSchema } from '@astrojs/starlight/schema'
import { repositoryLoader } from '../sources/loader.ts'

export const collections = {
  docs: defineCollection({ loader: repositoryLoader(), schema: docsSchema() }),
}

/**
 * Evaluates the code of the playground and lets its app answer, away from the page: code that never
 * ends is ended with this worker.
 */
import * as zod from 'zod'
import * as turnpike from '../../../packages/turnpike/src/index.ts'
import type { Answer, Question } from './messages.ts'

interface App {
  fetch(request: Request): Response | Promise<Response>
}

const modules: Readonly<Record<string, object>> = { turnpike, zod }
Object.assign(globalThis, { modulesOfPlayground: modules })

/** A module that exports what is in this bundle. Some names, such as `catch`, are no variables. */
function urlOf(name: string, exports: object): string {
  const names = Object.keys(exports).filter((each) => each !== 'default')
  const from = `globalThis.modulesOfPlayground[${JSON.stringify(name)}]`
  const constants = names.map((each, index) => `const e${index} = ${from}.${each}`)
  const exported = names.map((each, index) => `e${index} as ${each}`)
  return moduleUrl(`${constants.join('\n')}\nexport { ${exported.join(', ')} }`)
}

const moduleUrl = (text: string): string =>
  URL.createObjectURL(new Blob([text], { type: 'text/javascript' }))

const urls = new Map(Object.entries(modules).map(([name, exports]) => [name, urlOf(name, exports)]))

/** The line stays the same, so that errors name it. */
function withUrls(code: string): string {
  return code.replace(
    /(\bfrom\s*)(['"])([^'"\n]+)\2/g,
    (whole, from: string, _quote, name: string) => {
      const url = urls.get(name)
      if (url !== undefined) return `${from}'${url}'`
      if (/^[\w@]/.test(name))
        throw new Error(`Only turnpike and zod can be imported, not ${name}.`)
      return whole
    },
  )
}

let current: { readonly code: string; readonly app: App } | undefined

async function appOf(code: string): Promise<App> {
  if (current?.code === code) return current.app
  const url = moduleUrl(withUrls(code))
  const { default: app } = (await import(/* @vite-ignore */ url)) as { default?: App }
  if (typeof app?.fetch !== 'function') {
    throw new Error('The code has no app: end it with export default routes(api, { … }).')
  }
  current = { code, app }
  return app
}

async function answer({ code, method, path, headers, body }: Question): Promise<Answer> {
  const app = await appOf(code)
  const url = new URL(path, 'http://localhost')
  const fields = headers.split('\n').flatMap((line): [string, string][] => {
    const [, name, value] = /^([^:]+):(.*)$/.exec(line.trim()) ?? []
    return name === undefined || value === undefined ? [] : [[name.trim(), value.trim()]]
  })
  const hasBody = method !== 'GET' && method !== 'HEAD' && body !== ''
  const request = new Request(url, { method, headers: fields, ...(hasBody && { body }) })
  const response = await app.fetch(request)
  return {
    status: response.status,
    headers: [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n'),
    body: await response.text(),
  }
}

/** The error, with its line in the code if that is known. */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  for (const [name, url] of urls) error.message = error.message.replace(url, name)
  const line = /blob:[^\s)]+:(\d+):\d+/.exec(error.stack ?? '')?.[1]
  return `${error.name}: ${error.message}${line === undefined ? '' : ` (line ${line})`}`
}

self.onmessage = async ({ data }: MessageEvent<Question>) => {
  try {
    self.postMessage(await answer(data))
  } catch (error) {
    self.postMessage({ error: textOf(error) } satisfies Answer)
  }
}
self.postMessage({ isReady: true } satisfies Answer)

import { examples, type FormRequest } from './examples.ts'
import type { Answer } from './messages.ts'
import { Runner } from './runner.ts'

const element = <Kind extends HTMLElement>(id: string): Kind => {
  const found = document.getElementById(id)
  if (found === null) throw new Error(`The page has no element ${id}.`)
  return found as Kind
}

const form = element<HTMLFormElement>('request')
const code = element<HTMLTextAreaElement>('code')
const method = element<HTMLSelectElement>('method')
const path = element<HTMLInputElement>('path')
const headers = element<HTMLTextAreaElement>('headers')
const body = element<HTMLTextAreaElement>('body')
const send = element<HTMLButtonElement>('send')
const ready = element<HTMLElement>('ready')
const answer = element<HTMLElement>('answer')
const runner = new Runner()

function fill(request: FormRequest): void {
  method.value = request.method
  path.value = request.path
  headers.value = request.headers
  body.value = request.body
}

/** Shows an example, with a button for each of its requests. */
function show(name: string): void {
  const example = examples.find((each) => each.name === name) ?? examples[0]
  if (example === undefined) return
  runner.stop()
  code.value = example.code
  ready.replaceChildren(
    ...example.requests.map((request) => {
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = request.label
      button.addEventListener('click', () => {
        fill(request)
        form.requestSubmit()
      })
      return button
    }),
  )
  const [first] = example.requests
  if (first !== undefined) fill(first)
  answer.textContent = 'Send a request: its answer is shown here.'
}

function textOf(given: Answer): string {
  if ('isReady' in given) return ''
  if ('error' in given) return given.error
  return `${given.status}\n${given.headers}\n\n${indented(given.body)}`
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  send.disabled = true
  answer.textContent = '…'
  answer.textContent = textOf(
    await runner.ask({
      code: code.value,
      method: method.value,
      path: path.value,
      headers: headers.value,
      body: body.value,
    }),
  )
  send.disabled = false
})

element('example').addEventListener('change', ({ target }) => {
  if (target instanceof HTMLSelectElement) show(target.value)
})
element('again').addEventListener('click', () => {
  runner.stop()
  answer.textContent = 'The app begins again with the next request.'
})
show('')

/**
 * The client of the guide, in a process of its own: the tests resolve packages to their sources,
 * which those of others do not ship in a form that Node can run.
 *
 * It prints the URL at which the user signs in, reads the URL of the answer, and prints what the
 * tool says.
 */
import { once } from 'node:events'
import { createInterface } from 'node:readline'

const [, , agent = '', url = '', redirectUri = ''] = process.argv

/** What the client keeps. It has never heard of the issuer. */
class Memory {
  readonly redirectUrl = redirectUri
  readonly clientMetadata = {
    client_name: 'agent',
    application_type: 'native',
    redirect_uris: [redirectUri],
    grant_types: ['authorization_code'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  }
  client: object | undefined
  saved: object | undefined
  verifier = ''

  clientInformation = () => this.client
  saveClientInformation = (client: object) => {
    this.client = client
  }
  tokens = () => this.saved
  saveTokens = (tokens: object) => {
    this.saved = tokens
  }
  redirectToAuthorization = (page: URL) => console.log(page.href)
  saveCodeVerifier = (verifier: string) => {
    this.verifier = verifier
  }
  codeVerifier = () => this.verifier
}

const input = createInterface(process.stdin)
const { searchNotes } = await import(agent)
const content = await searchNotes(new URL(url), 'tea', new Memory(), async () => {
  const [line] = await once(input, 'line')
  return new URL(line).searchParams.get('code') ?? ''
})
console.log(content[0].text)
input.close()

import * as oauth from 'oauth4webapi'
import { workEndsWithResponse } from '../jwt/keys/issuer-keys.ts'
import type { IntrospectionAuthenticationOptions } from './options.ts'

type Options = Pick<
  IntrospectionAuthenticationOptions<unknown>,
  'issuer' | 'endpoint' | 'timeoutMs' | 'signedAnswers' | 'fetch'
>

/** How requests to the authorization server are sent. */
export type RequestOptions = ReturnType<typeof requestOptionsOf>

export const requestOptionsOf = ({ issuer, endpoint, timeoutMs = 3000, fetch }: Options) => ({
  signal: () => AbortSignal.timeout(timeoutMs),
  ...(fetch !== undefined && {
    [oauth.customFetch]: (url: string, init: object) => fetch(url, init),
  }),
  // Only for this machine: the options allow no other http:// URL.
  [oauth.allowInsecureRequests]: isHttp(issuer) || isHttp(endpoint),
})

/** Seconds for which the metadata of an issuer are used. */
const metadataSeconds = 3600

/** The metadata of the server, fetched again when they are old. While it is away, the last ones. */
export function serverMetadata(
  options: Options,
  requestOptions: RequestOptions,
): () => Promise<oauth.AuthorizationServer> | oauth.AuthorizationServer {
  let metadata: { readonly value: oauth.AuthorizationServer; readonly until: number } | null = null
  let discovering: Promise<oauth.AuthorizationServer> | null = null

  return () => {
    if (metadata !== null && metadata.until > Date.now()) return metadata.value
    const last = metadata?.value
    const renewed =
      (workEndsWithResponse ? null : discovering) ?? discovered(options, requestOptions)
    discovering = renewed
    return renewed
      .catch((error: unknown) => {
        if (last === undefined) throw error
        return last
      })
      .then((value) => {
        metadata = { value, until: Date.now() + metadataSeconds * 1000 }
        return value
      })
      .finally(() => {
        discovering = null
      })
  }
}

/** An endpoint needs no metadata, unless its answers are signed: by keys of the issuer. */
async function discovered(
  { issuer, endpoint, signedAnswers }: Options,
  requestOptions: RequestOptions,
): Promise<oauth.AuthorizationServer> {
  if (issuer === undefined || (endpoint !== undefined && signedAnswers === undefined)) {
    const named = issuer ?? new URL(endpoint ?? '').origin
    return { issuer: named, ...(endpoint !== undefined && { introspection_endpoint: endpoint }) }
  }
  const url = new URL(issuer)
  const found = await oauth
    .processDiscoveryResponse(url, await oauth.discoveryRequest(url, requestOptions))
    .catch(async (error: unknown) => {
      if (!(error instanceof oauth.OperationProcessingError)) throw error
      const request = oauth.discoveryRequest(url, { ...requestOptions, algorithm: 'oauth2' })
      return oauth.processDiscoveryResponse(url, await request)
    })
  return endpoint === undefined ? found : { ...found, introspection_endpoint: endpoint }
}

const isHttp = (url: string | undefined): boolean => url?.startsWith('http:') ?? false

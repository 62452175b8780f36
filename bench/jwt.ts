import { generateKeyPairSync, sign } from 'node:crypto'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

const issuer = 'https://issuer.bench.test/'
const audience = 'https://bench.test/'

/** What a service needs to verify the tokens. */
export const jwtEnvironment = {
  JWT_ISSUER: issuer,
  JWT_AUDIENCE: audience,
  JWT_PUBLIC_KEY: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A token of a user, as large as issuers make them: some 800 characters. */
export function jwtOf(username: string): string {
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    iss: issuer,
    aud: audience,
    sub: username,
    iat: now,
    exp: now + 86_400,
    jti: crypto.randomUUID(),
    client_id: crypto.randomUUID(),
    scope: 'openid profile email notes:read notes:write',
    roles: ['editor'],
  }
  const signed = `${part({ alg: 'RS256', typ: 'at+jwt' })}.${part(claims)}`
  return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), privateKey).toString('base64url')}`
}

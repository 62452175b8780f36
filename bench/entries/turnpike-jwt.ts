/** The same with JWTs of an issuer, whose users are the accounts. */
import { accountByClaim, jwtAuthentication } from '@turnpike/jwt'
import { runService } from '@turnpike/service'
import { benchService } from './turnpike.ts'

const { JWT_ISSUER = '', JWT_AUDIENCE = '', JWT_PUBLIC_KEY = '' } = process.env

const service = benchService(({ users }) =>
  jwtAuthentication({
    issuer: JWT_ISSUER,
    audience: JWT_AUDIENCE,
    keys: JWT_PUBLIC_KEY,
    userOf: accountByClaim({ users }),
  }),
)

await runService(service)

import { describe, expect, it } from 'vitest'
import { oneBoundView } from './one-bound-view.ts'

/** RFC 9449 §7.1, Figure 12: a request to a protected resource. */
const token = 'Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU'
const proof =
  'eyJ0eXAiOiJkcG9wK2p3dCIsImFsZyI6IkVTMjU2IiwiandrIjp7Imt0eSI6IkVDIiwieCI6Imw4dEZyaHgtMzR0VjNoUklDUkRZOXpDa0RscEJoRjQyVVFVZldWQVdCRnMiLCJ5IjoiOVZFNGpmX09rX282NHpiVFRsY3VOSmFqSG10NnY5VERWclUwQ2R2R1JEQSIsImNydiI6IlAtMjU2In19.' +
  'eyJqdGkiOiJlMWozVl9iS2ljOC1MQUVCIiwiaHRtIjoiR0VUIiwiaHR1IjoiaHR0cHM6Ly9yZXNvdXJjZS5leGFtcGxlLm9yZy9wcm90ZWN0ZWRyZXNvdXJjZSIsImlhdCI6MTU2MjI2MjYxOCwiYXRoIjoiZlVIeU8ycjJaM0RaNTNFc05yV0JiMHhXWG9hTnk1OUlpS0NBcWtzbVFFbyJ9.' +
  '2oW9RP35yRqzhrtNP86L-Ey71EOptxRimPPToA1plemAgR6pxHF8y6-yqyVnmcw6Fy1dqd-jfxSYoMxhAJpLjA'

/** §6.1, Figure 9: the claim of the token. */
const jkt = '0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I'

/** The moment of the proof. */
const iat = 1562262618

describe('the example of RFC 9449', () => {
  const ask = (now: number, thumbprint = jkt) =>
    oneBoundView({
      dpop: { now: () => now },
      tokens: { [token]: { jkt: thumbprint } },
      client: { baseUrl: 'https://resource.example.org' },
      path: '/protectedresource',
    }).get('/protectedresource', { headers: { Authorization: `DPoP ${token}`, DPoP: proof } })

  it('the proof of RFC 9449 §7.1 is accepted for its token, in its minute', async () => {
    expect((await ask(iat)).status).toBe(200)
    expect((await ask(iat + 70)).status).toBe(200)
  })

  it('the proof of RFC 9449 §7.1 is refused a minute later, before its time, and for another key', async () => {
    expect((await ask(iat + 71)).status).toBe(401)
    expect((await ask(iat - 11)).status).toBe(401)
    expect((await ask(iat, jkt.replace('0Zc', '0Zd'))).status).toBe(401)
  })
})

/**
 * The keys and messages of RFC 9421, Appendix B and §4.3. Nothing here is computed by Turnpike;
 * rfc9421.test.ts verifies each signature with node:crypto, too.
 */
import type { SignatureAlgorithm } from '../src/index.ts'

/** B.1.1 to B.1.4: the public keys, and the private one of Ed25519, which signs the same each time. */
export const rsaPem = `-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAhAKYdtoeoy8zcAcR874L
8cnZxKzAGwd7v36APp7Pv6Q2jdsPBRrwWEBnez6d0UDKDwGbc6nxfEXAy5mbhgaj
zrw3MOEt8uA5txSKobBpKDeBLOsdJKFqMGmXCQvEG7YemcxDTRPxAleIAgYYRjTS
d/QBwVW9OwNFhekro3RtlinV0a75jfZgkne/YiktSvLG34lw2zqXBDTC5NHROUqG
TlML4PlNZS5Ri2U4aCNx2rUPRcKIlE0PuKxI4T+HIaFpv8+rdV6eUgOrB2xeI1dS
FFn/nnv5OoZJEIB+VmuKn3DCUcCZSFlQPSXSfBDiUGhwOw76WuSSsf1D4b/vLoJ1
0wIDAQAB
-----END PUBLIC KEY-----`

export const rsaPssPem = `-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAr4tmm3r20Wd/PbqvP1s2
+QEtvpuRaV8Yq40gjUR8y2Rjxa6dpG2GXHbPfvMs8ct+Lh1GH45x28Rw3Ry53mm+
oAXjyQ86OnDkZ5N8lYbggD4O3w6M6pAvLkhk95AndTrifbIFPNU8PPMO7OyrFAHq
gDsznjPFmTOtCEcN2Z1FpWgchwuYLPL+Wokqltd11nqqzi+bJ9cvSKADYdUAAN5W
Utzdpiy6LbTgSxP7ociU4Tn0g5I6aDZJ7A8Lzo0KSyZYoA485mqcO0GVAdVw9lq4
aOT9v6d+nb4bnNkQVklLQ3fVAvJm+xdDOp9LCNCN48V2pnDOkFV6+U9nV5oyc6XI
2wIDAQAB
-----END PUBLIC KEY-----`

export const p256Pem = `-----BEGIN PUBLIC KEY-----
MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEqIVYZVLCrPZHGHjP17CTW0/+D9Lf
w0EkjqF7xB4FivAxzic30tMM4GF+hR6Dxh71Z50VGGdldkkDXZCnTNnoXQ==
-----END PUBLIC KEY-----`

export const ed25519Pem = `-----BEGIN PUBLIC KEY-----
MCowBQYDK2VwAyEAJrQLj5P/89iXES9+vFgrIy29clF9CC/oPPsw3c5D0bs=
-----END PUBLIC KEY-----`

export const ed25519PrivatePem = `-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEIJ+DYvh6SEqVTm50DFtMDoQikTmiCqirVv9mWG9qfSnF
-----END PRIVATE KEY-----`

/** B.1.5 */
export const sharedSecret = new Uint8Array(
  Buffer.from(
    'uzvJfB4u3N0Jy4T7NZ75MDVcr8zSTInedJtkgcu46YW4XByzNJjxBdtjUkdJPBtbmHhIDi6pcl8jsasjlTMtDQ==',
    'base64',
  ),
)

export interface Vector {
  name: string
  algorithm: SignatureAlgorithm
  /** The label in `Signature-Input`. */
  label: string
  /** The value in `Signature-Input`. */
  input: string
  /** The lines of the signature base above that of the parameters. */
  lines: readonly string[]
  /** In base64. */
  signature: string
}

export const requestDigest =
  'sha-512=:WZDPaVn/7XgHaAy8pmojAkGWoRx2UFChF41A2svX+TaPm+AbwAgBWnrIiYllu7BNNyealdVLvRwEmTHWXvJwew==:'

export const requestBody = '{"hello": "world"}'

const responseDigest =
  'sha-512=:mEWXIS7MaLRuGgxOBdODa3xqM1XdEvxoYhvlCFJ41QJgJc4GTsPp29l5oGX69wWdXymyU0rjJuahq4l5aGgfLQ==:'

/** B.2: the request that most vectors sign. */
export const testRequest = {
  method: 'POST',
  url: 'https://example.com/foo?param=Value&Pet=dog',
  headers: {
    Date: 'Tue, 20 Apr 2021 02:07:55 GMT',
    'Content-Type': 'application/json',
    'Content-Digest': requestDigest,
    'Content-Length': '18',
  },
  body: requestBody,
}

export const b21: Vector = {
  name: 'B.2.1, minimal',
  algorithm: 'rsa-pss-sha512',
  label: 'sig-b21',
  input: '();created=1618884473;keyid="test-key-rsa-pss";nonce="b3k2pp5k7z-50gnwp.yemd"',
  lines: [],
  signature: `d2pmTvmbncD3xQm8E9ZV2828BjQWGgiwAaw5bAkgibUopem
    LJcWDy/lkbbHAve4cRAtx31Iq786U7it++wgGxbtRxf8Udx7zFZsckzXaJMkA7ChG
    52eSkFxykJeNqsrWH5S+oxNFlD4dzVuwe8DhTSja8xxbR/Z2cOGdCbzR72rgFWhzx
    2VjBqJzsPLMIQKhO4DGezXehhWwE56YCE+O6c0mKZsfxVrogUvA4HELjVKWmAvtl6
    UnCh8jYzuVG5WSb/QEVPnP5TmcAnLH1g+s++v6d4s8m0gCw1fV5/SITLq9mhho8K3
    +7EPYTU8IU1bLhdxO5Nyt8C8ssinQ98Xw9Q==`,
}

export const b22: Vector = {
  name: 'B.2.2, selected components',
  algorithm: 'rsa-pss-sha512',
  label: 'sig-b22',
  input:
    '("@authority" "content-digest" "@query-param";name="Pet");created=1618884473;keyid="test-key-rsa-pss";tag="header-example"',
  lines: [
    '"@authority": example.com',
    `"content-digest": ${requestDigest}`,
    '"@query-param";name="Pet": dog',
  ],
  signature: `LjbtqUbfmvjj5C5kr1Ugj4PmLYvx9wVjZvD9GsTT4F7GrcQ
    EdJzgI9qHxICagShLRiLMlAJjtq6N4CDfKtjvuJyE5qH7KT8UCMkSowOB4+ECxCmT
    8rtAmj/0PIXxi0A0nxKyB09RNrCQibbUjsLS/2YyFYXEu4TRJQzRw1rLEuEfY17SA
    RYhpTlaqwZVtR8NV7+4UKkjqpcAoFqWFQh62s7Cl+H2fjBSpqfZUJcsIk4N6wiKYd
    4je2U/lankenQ99PZfB4jY3I5rSV2DSBVkSFsURIjYErOs0tFTQosMTAoxk//0RoK
    UqiYY8Bh0aaUEb0rQl3/XaVe4bXTugEjHSw==`,
}

export const b23: Vector = {
  name: 'B.2.3, full coverage',
  algorithm: 'rsa-pss-sha512',
  label: 'sig-b23',
  input:
    '("date" "@method" "@path" "@query" "@authority" "content-type" "content-digest" "content-length");created=1618884473;keyid="test-key-rsa-pss"',
  lines: [
    '"date": Tue, 20 Apr 2021 02:07:55 GMT',
    '"@method": POST',
    '"@path": /foo',
    '"@query": ?param=Value&Pet=dog',
    '"@authority": example.com',
    '"content-type": application/json',
    `"content-digest": ${requestDigest}`,
    '"content-length": 18',
  ],
  signature: `bbN8oArOxYoyylQQUU6QYwrTuaxLwjAC9fbY2F6SVWvh0yB
    iMIRGOnMYwZ/5MR6fb0Kh1rIRASVxFkeGt683+qRpRRU5p2voTp768ZrCUb38K0fU
    xN0O0iC59DzYx8DFll5GmydPxSmme9v6ULbMFkl+V5B1TP/yPViV7KsLNmvKiLJH1
    pFkh/aYA2HXXZzNBXmIkoQoLd7YfW91kE9o/CCoC1xMy7JA1ipwvKvfrs65ldmlu9
    bpG6A9BmzhuzF8Eim5f8ui9eH8LZH896+QIF61ka39VBrohr9iyMUJpvRX2Zbhl5Z
    JzSRxpJyoEZAFL2FUo5fTIztsDZKEgM4cUA==`,
}

/** Of a response, which services do not receive. */
export const b24: Vector = {
  name: 'B.2.4, a response',
  algorithm: 'ecdsa-p256-sha256',
  label: 'sig-b24',
  input:
    '("@status" "content-type" "content-digest" "content-length");created=1618884473;keyid="test-key-ecc-p256"',
  lines: [
    '"@status": 200',
    '"content-type": application/json',
    `"content-digest": ${responseDigest}`,
    '"content-length": 23',
  ],
  signature: `wNmSUAhwb5LxtOtOpNa6W5xj067m5hFrj0XQ4fvpaCLx0NK
    ocgPquLgyahnzDnDAUy5eCdlYUEkLIj+32oiasw==`,
}

export const b25: Vector = {
  name: 'B.2.5, HMAC',
  algorithm: 'hmac-sha256',
  label: 'sig-b25',
  input: '("date" "@authority" "content-type");created=1618884473;keyid="test-shared-secret"',
  lines: [
    '"date": Tue, 20 Apr 2021 02:07:55 GMT',
    '"@authority": example.com',
    '"content-type": application/json',
  ],
  signature: 'pxcQw6G3AjtMBQjwo8XzkZf/bws5LelbaMk5rGIGtE8=',
}

export const b26: Vector = {
  name: 'B.2.6, Ed25519',
  algorithm: 'ed25519',
  label: 'sig-b26',
  input:
    '("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473;keyid="test-key-ed25519"',
  lines: [
    '"date": Tue, 20 Apr 2021 02:07:55 GMT',
    '"@method": POST',
    '"@path": /foo',
    '"@authority": example.com',
    '"content-type": application/json',
    '"content-length": 18',
  ],
  signature: `wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1
    u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==`,
}

/** The certificate that the proxy of B.3 forwards. */
export const clientCert = `:MIIBqDCCAU6gAwIBAgIBBzAKBggqhkjOPQQDAjA6MRswGQYDVQQ
  KDBJMZXQncyBBdXRoZW50aWNhdGUxGzAZBgNVBAMMEkxBIEludGVybWVkaWF0ZSBD
  QTAeFw0yMDAxMTQyMjU1MzNaFw0yMTAxMjMyMjU1MzNaMA0xCzAJBgNVBAMMAkJDM
  FkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE8YnXXfaUgmnMtOXU/IncWalRhebrXm
  ckC8vdgJ1p5Be5F/3YC8OthxM4+k1M6aEAEFcGzkJiNy6J84y7uzo9M6NyMHAwCQY
  DVR0TBAIwADAfBgNVHSMEGDAWgBRm3WjLa38lbEYCuiCPct0ZaSED2DAOBgNVHQ8B
  Af8EBAMCBsAwEwYDVR0lBAwwCgYIKwYBBQUHAwIwHQYDVR0RAQH/BBMwEYEPYmRjQ
  GV4YW1wbGUuY29tMAoGCCqGSM49BAMCA0gAMEUCIBHda/r1vaL6G3VliL4/Di6YK0
  Q6bMjeSkC3dFCOOB8TAiEAx/kHSB4urmiZ0NX5r5XarmPk0wmuydBVoU4hBVZ1yhk=:`.replace(/\s/g, '')

export const b3: Vector = {
  name: 'B.3, a proxy that ends TLS',
  algorithm: 'ecdsa-p256-sha256',
  label: 'ttrp',
  input:
    '("@path" "@query" "@method" "@authority" "client-cert");created=1618884473;keyid="test-key-ecc-p256"',
  lines: [
    '"@path": /foo',
    '"@query": ?param=Value&Pet=dog',
    '"@method": POST',
    '"@authority": service.internal.example',
    `"client-cert": ${clientCert}`,
  ],
  signature: `xVMHVpawaAC/0SbHrKRs9i8I3eOs5RtTMGCWXm/9nvZzoHs
    Ig6Mce9315T6xoklyy0yzhD9ah4JHRwMLOgmizw==`,
}

export const b4: Vector = {
  name: 'B.4, a request that is transformed on its way',
  algorithm: 'ed25519',
  label: 'transform',
  input: '("@method" "@path" "@authority" "accept");created=1618884473;keyid="test-key-ed25519"',
  lines: [
    '"@method": GET',
    '"@path": /demo',
    '"@authority": example.org',
    '"accept": application/json, */*',
  ],
  signature: `ZT1kooQsEHpZ0I1IjCqtQppOmIqlJPeo7DHR3SoMn0s5JZ1
    eRGS0A+vyYP9t/LXlh5QMFFQ6cpLt2m0pmj3NDA==`,
}

/** §4.3: the client's signature, and that of the proxy, which covers `Forwarded`. */
export const s43Client: Vector = {
  name: '§4.3, the signature of the client',
  algorithm: 'ecdsa-p256-sha256',
  label: 'sig1',
  input:
    '("@method" "@authority" "@path" "content-digest" "content-type" "content-length");created=1618884475;keyid="test-key-ecc-p256"',
  lines: [
    '"@method": POST',
    '"@authority": example.com',
    '"@path": /foo',
    `"content-digest": ${requestDigest}`,
    '"content-type": application/json',
    '"content-length": 18',
  ],
  signature: `X5spyd6CFnAG5QnDyHfqoSNICd+BUP4LYMz2Q0JXlb//4Ijpzp+kve2w4NIyqeAuM7jTDX+sNalzA8ESSaHD3A==`,
}

export const s43Proxy: Vector = {
  name: '§4.3, the signature of the proxy',
  algorithm: 'rsa-v1_5-sha256',
  label: 'proxy_sig',
  input:
    '("@method" "@authority" "@path" "content-digest" "content-type" "content-length" "forwarded");created=1618884480;keyid="test-key-rsa";alg="rsa-v1_5-sha256";expires=1618884540',
  lines: [
    '"@method": POST',
    '"@authority": origin.host.internal.example',
    '"@path": /foo',
    `"content-digest": ${requestDigest}`,
    '"content-type": application/json',
    '"content-length": 18',
    '"forwarded": for=192.0.2.123;host=example.com;proto=https',
  ],
  signature: `S6ZzPXSdAMOPjN/6KXfXWNO/f7V6cHm7BXYUh3YD/fRad4BCaRZxP+JH+8XY1I6+8Cy+CM5g92iHgxtRPz+MjniOaYmdkDc
    nL9cCpXJleXsOckpURl49GwiyUpZ10KHgOEe11sx3G2gxI8S0jnxQB+Pu68U9vVcasqOWAEObtNKKZd8tSFu7LB5YAv0RAG
    hB8tmpv7sFnIm9y+7X5kXQfi8NMaZaA8i2ZHwpBdg7a6CMfwnnrtflzvZdXAsD3LH2TwevU+/PBPv0B6NMNk93wUs/vfJvy
    e+YuI87HU38lZHowtznbLVdp770I6VHR6WfgS9ddzirrswsE1w5o0LV/g==`,
}

export const allVectors = [b21, b22, b23, b24, b25, b26, b3, b4, s43Client, s43Proxy]

/** The two header fields of a vector, or of several. */
export const signatureFields = (...vectors: readonly Vector[]) => ({
  'Signature-Input': vectors.map(({ label, input }) => `${label}=${input}`).join(', '),
  Signature: vectors
    .map(({ label, signature }) => `${label}=:${signature.replace(/\s/g, '')}:`)
    .join(', '),
})

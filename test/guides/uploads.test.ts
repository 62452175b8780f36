import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AnyService } from '@turnpike/service'
import type { TestClient } from '@turnpike/testing'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type OpenGuide, openGuide, shownAfter, writtenPage } from '../support/guide.ts'
import { guideDatabases } from '../support/guide-databases.ts'

const guide = writtenPage('docs/guides/uploads.md')
const folder = mkdtempSync(join(tmpdir(), 'turnpike-files-'))
process.env.FILES = folder
afterAll(() => {
  guide.remove()
  rmSync(folder, { recursive: true })
})

interface FileStorage {
  write(key: string, body: ReadableStream<Uint8Array>, maxBytes: number): Promise<number>
  read(key: string): Promise<ReadableStream<Uint8Array> | null>
  remove(key: string): Promise<void>
}
interface Bucket {
  url: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}
const { default: definition } = await guide.load<{ default: AnyService }>('src/service.ts')
const { presign } = await guide.load<{
  presign(bucket: Bucket, method: string, key: string, seconds: number, now?: Date): string
}>('src/presign.ts')
const { objectStorage } = await guide.load<{ objectStorage(bucket: Bucket): FileStorage }>(
  'src/object-storage.ts',
)
const { diskStorage } = await guide.load<{ diskStorage(folder: string): FileStorage }>(
  'src/disk-storage.ts',
)

/** Of one pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABpfZFQAAAAABJRU5ErkJggg==',
  'base64',
)
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
const stored = () =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile())

function emptyFolder() {
  rmSync(folder, { recursive: true })
  mkdirSync(folder)
}

/** As bytes, so that no stream is left open by a refusal. */
async function form(fields: Record<string, string | File | File[]>) {
  const data = new FormData()
  for (const [name, values] of Object.entries(fields)) {
    for (const value of [values].flat()) data.append(name, value)
  }
  const sent = new Response(data)
  return {
    headers: { 'Content-Type': sent.headers.get('Content-Type') ?? '' },
    body: await sent.bytes(),
  }
}

describe.each(guideDatabases)('uploads on $name', ({ name, isMissing, open }) => {
  let database: Awaited<ReturnType<typeof open>>
  let service: OpenGuide
  let ann: TestClient

  beforeEach(async () => {
    if (isMissing) return
    database = await open()
    service = await openGuide(definition, database.url)
    ann = await service.clientOf('ann')
  })
  afterEach(async () => {
    if (isMissing) return
    await service.close()
    await database.drop()
    emptyFolder()
  })
  const onDatabase = it.skipIf(isMissing)
  const upload = async (file: File | File[] | string, caption = 'Harbour') =>
    ann.post('/photos/', await form({ caption, file }))

  onDatabase(`an uploaded photo comes back to its owner alone on ${name}`, async () => {
    const response = await upload(new File([png], 'harbour.png', { type: 'image/png' }))
    expect(response.status).toBe(201)
    expect(response.headers.get('Location')).toBe('/photos/1/')
    expect(await response.text()).toBe(shownAfter(guide, '@harbour.png'))

    const file = await ann.get('/photos/1/file/')
    expect(Buffer.from(await file.bytes())).toEqual(png)
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': '70',
      'content-disposition': 'inline; filename="photo.png"',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private',
    })

    const bob = await service.clientOf('bob')
    for (const client of [bob, service.anonymous]) {
      const status = client === bob ? 404 : 401
      for (const path of ['/photos/1/', '/photos/1/file/', '/originals/1/']) {
        expect((await client.get(path)).status).toBe(status)
      }
      expect((await client.delete('/photos/1/')).status).toBe(status)
    }
    expect(stored()).toHaveLength(1)
  })

  onDatabase(`a removed photo leaves neither a row nor a file on ${name}`, async () => {
    await upload(new File([png], 'a.png'))
    expect((await ann.delete('/photos/1/')).status).toBe(204)
    expect((await ann.get('/photos/1/')).status).toBe(404)
    expect(stored()).toEqual([])
  })

  onDatabase(`names and types of files are not believed on ${name}`, async () => {
    const named = await upload(new File([png], '../../etc/passwd', { type: 'text/html' }))
    expect(named.status).toBe(201)
    const back = await ann.get('/photos/1/file/')
    expect([back.headers.get('Content-Type'), (await back.bytes()).length]).toEqual([
      'image/png',
      70,
    ])
    expect(stored().map((file) => file.name)).toEqual([expect.stringMatching(/^[\da-f-]{36}$/)])

    const lie = await upload(new File([svg], 'harbour.png', { type: 'image/png' }))
    expect(lie.status).toBe(400)
    expect(await lie.text()).toBe(shownAfter(guide, '@harbour.svg'))
    expect(stored()).toHaveLength(1)
  })

  onDatabase(`wrong forms are refused and leave no file on ${name}`, async () => {
    const text = await ann.post('/photos/', await form({ file: 'harbour.png' }))
    expect(await text.text()).toBe(shownAfter(guide, 'file=harbour.png'))

    const large = await upload(new File([png, new Uint8Array(2_000_000)], 'a.png'))
    expect(large.status).toBe(400)
    expect(await large.text()).toBe('{"file":["Ensure this file has no more than 2000000 bytes."]}')
    expect((await upload(new File([new Uint8Array(2_700_000)], 'a.png'))).status).toBe(413)
    expect((await upload(new File([], 'a.png'))).status).toBe(400)

    const two = await upload([new File([png], 'a.png'), new File([png], 'b.png')])
    expect(await two.json()).toEqual({
      detail: 'Multipart form parse error - more than 1 files.',
    })
    const json = await ann.post('/photos/', { json: { caption: 'Harbour' } })
    expect([json.status, json.headers.get('Accept')]).toEqual([415, 'multipart/form-data'])
    expect((await service.anonymous.post('/photos/', {})).status).toBe(401)
    expect(stored()).toEqual([])
  })

  onDatabase(`photos with strange keys are not found on ${name}`, async () => {
    await upload(new File([png], 'a.png'))
    for (const id of ['0', '-1', '01', '1e0', '99999999999', '1%00', '%2e%2e', 'x']) {
      expect((await ann.get(`/photos/${id}/`)).status).toBe(404)
    }
  })

  onDatabase(`a large file is streamed to the disk and back on ${name}`, async () => {
    const chunk = new Uint8Array(300_000).fill(7)
    const body = new Blob(Array.from({ length: 10 }, () => chunk)).stream()
    const response = await ann.post('/originals/', { body })
    expect(await response.text()).toBe(shownAfter(guide, 'harbour.raw').replace('"id":2', '"id":1'))

    const back = await ann.get('/originals/1/')
    expect((await back.bytes()).length).toBe(3_000_000)
    expect(back.headers.get('Content-Disposition')).toMatch(/^attachment/)
    expect((await ann.post('/originals/')).status).toBe(400)
  })
})

describe('the storages of the guide to uploads', () => {
  const storage = () => diskStorage(join(folder, 'own'))
  const stream = (...chunks: Uint8Array<ArrayBuffer>[]) => new Blob(chunks).stream()
  const key = crypto.randomUUID()

  it('the storage on the disk keeps nothing of too long a file', async () => {
    const chunks = stream(new Uint8Array(6), new Uint8Array(6))
    await expect(storage().write(key, chunks, 10)).rejects.toThrow('too large')
    expect(await storage().read(key)).toBeNull()
    expect(stored()).toEqual([])
  })

  it('the storage on the disk keeps nothing of a file that ends early', async () => {
    const broken = new ReadableStream({
      pull(controller) {
        controller.error(new Error('The client left.'))
      },
    })
    await expect(storage().write(key, broken, 10)).rejects.toThrow('The client left.')
    expect(stored()).toEqual([])
  })

  it.each(['../x', '/etc/passwd', '', 'a'.repeat(36)])(
    'the storage on the disk refuses the key %j unless it is harmless',
    async (unsafe) => {
      if (/^a+$/.test(unsafe)) return expect(await storage().read(unsafe)).toBeNull()
      await expect(async () => storage().read(unsafe)).rejects.toThrow('not a key')
    },
  )

  it('the storage on the disk closes a file that is not read to its end', async () => {
    await storage().write(key, stream(png), 100)
    const open = () => readdirSync('/proc/self/fd').length
    const before = open()
    await (await storage().read(key))?.cancel()
    await vi.waitFor(() => expect(open()).toBe(before))
  })

  it('a presigned URL of the guide is that of the documentation of S3', () => {
    const bucket = {
      url: 'https://examplebucket.s3.amazonaws.com',
      region: 'us-east-1',
      accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
      secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    }
    const url = presign(bucket, 'GET', 'test.txt', 86_400, new Date('2013-05-24T00:00:00Z'))
    expect(url).toMatch(
      /&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404$/,
    )
  })

  it('the object storage of the guide writes, reads and removes', async () => {
    const { objects, url, close } = await openBucket()
    const bucket = { url, region: 'here', accessKeyId: 'id', secretAccessKey: 'secret' }
    const storage = objectStorage(bucket)
    expect(await storage.write(key, stream(png), 100)).toBe(70)
    expect([...objects.keys()]).toEqual([`/${key}`])
    expect(Buffer.from(await new Response(await storage.read(key)).bytes())).toEqual(png)
    await expect(storage.write(key, stream(png), 10)).rejects.toThrow('too large')
    await storage.remove(key)
    expect(await storage.read(key)).toBeNull()
    await close()
    await expect(storage.read(key)).rejects.toMatchObject({ status: 503 })
  })
})

/** An object storage that believes every signature that is there. */
async function openBucket() {
  const { createServer } = await import('node:http')
  const objects = new Map<string, Buffer>()
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
    if (!searchParams.has('X-Amz-Signature')) return void response.writeHead(403).end()
    if (request.method === 'PUT') objects.set(pathname, Buffer.concat(await request.toArray()))
    if (request.method === 'DELETE') objects.delete(pathname)
    const object = objects.get(pathname)
    response.writeHead(object === undefined ? 404 : 200).end(object)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return {
    objects,
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

import { type DjangoProject, djangoMissing, djangoProject } from '@turnpike/test-support/django.ts'
import { testClient } from '@turnpike/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { arrayStore, charField, createApi, routes } from '../../../src/index.ts'

interface Label {
  id: number
  name: string
  note: string
  colour: string
}

const schema = z.object({
  name: charField(),
  note: charField({ allowBlank: true }).optional(),
  colour: charField().default('white'),
})

function labels() {
  const stored: Label[] = [{ id: 1, name: 'old', note: 'kept', colour: 'red' }]
  const store = arrayStore(stored)
  const api = createApi()
  const client = testClient(
    routes(api, {
      '/labels/': api.listView({
        store,
        schema,
        create: ({ note = 'new', ...data }) => store.create({ ...data, note }),
      }),
      '/labels/:id/': api.detailView({ store, schema }),
    }),
  )
  return { stored, client }
}

describe('fields that a client leaves out', () => {
  it('a PUT without an optional field keeps it, and writes the value of a .default()', async () => {
    const { stored, client } = labels()
    const answer = await client.put('/labels/1/', { json: { name: 'new' } })
    expect(answer.status).toBe(200)
    expect(stored).toEqual([{ id: 1, name: 'new', note: 'kept', colour: 'white' }])
  })

  it('a PATCH without them keeps both', async () => {
    const { stored, client } = labels()
    await client.patch('/labels/1/', { json: { name: 'new' } })
    expect(stored).toEqual([{ id: 1, name: 'new', note: 'kept', colour: 'red' }])
  })

  it('a POST without them has the values of create and of .default()', async () => {
    const { client } = labels()
    const answer = await client.post('/labels/', { json: { name: 'new' } })
    expect(await answer.json()).toEqual({ id: 2, name: 'new', note: 'new', colour: 'white' })
  })

  it('a form that leaves an optional text out of a PUT keeps it', async () => {
    const { stored, client } = labels()
    const answer = await client.put('/labels/1/', { form: { name: 'new' } })
    expect(answer.status).toBe(200)
    expect(stored[0]?.note).toBe('kept')
  })
})

describe.skipIf(djangoMissing('sqlite') !== null)('fields left out, at the reference', () => {
  let project: DjangoProject
  beforeAll(async () => {
    project = await djangoProject({ database: 'sqlite' })
  })
  afterAll(() => project?.close())

  it('Django REST framework keeps model fields and required=False, and writes default=', async () => {
    const written = await project.shell(`
from rest_framework import serializers
class OfModel(serializers.ModelSerializer):
    class Meta:
        model = Author
        fields = ['name', 'email', 'website', 'born']
class Own(serializers.Serializer):
    name = serializers.CharField()
    note = serializers.CharField(required=False)
    colour = serializers.CharField(default='white')
def put(serializer):
    serializer.is_valid(raise_exception=True)
    return dict(serializer.validated_data)
sent = {'name': 'Somebody new'}
[put(OfModel(Author.objects.first(), data=sent)), put(Own({}, data=sent))]`)
    expect(written).toEqual([{ name: 'Somebody new' }, { name: 'Somebody new', colour: 'white' }])
  })
})

import type { SessionDirectory, User } from 'turnpike'
import { digestOf } from 'turnpike/kit'
import { type Chapter, type ContractCase, contract } from '../contract.ts'
import { expectSame, expectThat, required } from '../expect.ts'
import { type OpenedSessions, type OpenedWithAnn, openedWithAnn, start, week } from './fixtures.ts'

/** A session directory and its users, under test. */
export interface OpenedSessionDirectory<U extends User = User> extends OpenedSessions<U> {
  sessions: SessionDirectory<U>
}

/**
 * The contract of every `SessionDirectory`, beyond `sessionStoreContract`.
 *
 * @param open opens empty stores; the time of the sessions is that of `now`.
 */
export const sessionDirectoryContract = <U extends User>(
  open: (now: () => Date) => OpenedSessionDirectory<U> | Promise<OpenedSessionDirectory<U>>,
): ContractCase[] =>
  contract(
    () => openedWithAnn<SessionDirectory>(open as Open),
    listing,
    searching,
    liveness,
    ending,
  )

/** The cases pass the store only users that are of it. */
type Open = (now: () => Date) => Promise<OpenedSessionDirectory>

type DirectoryChapter = Chapter<OpenedWithAnn<SessionDirectory>>

const listing: DirectoryChapter = (it) => {
  it('a session directory lists the sessions of all users, oldest first', async ({
    sessions,
    users,
    ann,
    at,
  }) => {
    const bob = await users.create({ username: 'Bob%', password: 'builder' })
    const first = await sessions.create(ann)
    at(60)
    const second = await sessions.create(bob, { ageSeconds: 3600, idleSeconds: 600 })

    const all = sessions.search()
    expectSame(await all.count(), 2, 'the count')
    expectSame(
      await all.slice(0, 10),
      [
        {
          digest: digestOf(first.id),
          user: { pk: ann.pk, username: 'ann' },
          created: new Date(start),
          expires: new Date(start + 2 * week * 1000),
          lastUsed: null,
          isLive: true,
        },
        {
          digest: digestOf(second.id),
          user: { pk: bob.pk, username: 'Bob%' },
          created: new Date(start + 60_000),
          expires: new Date(start + 3_660_000),
          lastUsed: new Date(start + 60_000),
          isLive: true,
        },
      ],
      'the sessions',
    )
    const names = async (order: string) =>
      (await all.orderBy([order]).slice(0, 10)).map(({ user }) => user.username)
    expectSame(await names('-created'), ['Bob%', 'ann'], 'the newest first')
    expectSame(await names('expires'), ['Bob%', 'ann'], 'those that end soonest first')
  })

  it('sessions of one moment are listed once each, page by page', async ({ sessions, ann }) => {
    const created = await Promise.all(Array.from({ length: 7 }, () => sessions.create(ann)))

    const newest = sessions.search().orderBy(['-created'])
    const pages = await Promise.all([0, 3, 6].map((offset) => newest.slice(offset, 3)))
    const found = new Set(pages.flat().map(({ digest }) => digest))
    expectSame(found, new Set(created.map(({ id }) => digestOf(id))), 'the digests of all pages')
  })

  it('the last use is listed if the session has an idle time', async ({ sessions, ann, at }) => {
    const { id } = await sessions.create(ann, { idleSeconds: 600 })
    at(120)
    await sessions.find(id)

    const stored = required(await sessions.findByDigest(digestOf(id)), 'the session')
    expectSame(stored.lastUsed, new Date(start + 120_000), 'its last use')
  })
}

const searching: DirectoryChapter = (it) => {
  it('a session directory finds those of a user, and by a part of the username', async ({
    sessions,
    users,
    ann,
  }) => {
    const bob = await users.create({ username: 'Bob%', password: 'builder' })
    await sessions.create(ann)
    await sessions.create(bob)

    const count = (filter: { user?: User; text?: string }) => sessions.search(filter).count()
    expectSame(await count({ user: ann }), 1, 'the count of one user')
    expectSame(await count({ text: 'oB%' }), 1, 'the count by a part in another case')
    expectSame(await count({ text: '_' }), 0, 'the count by a sign that is in no name')
    expectSame(await count({ text: 'ann', user: bob }), 0, 'the count of both conditions')
  })

  for (const digest of ['', 'garbage', 'é\0', 'f'.repeat(64), "' or 1=1 --"]) {
    it(`a session directory has no session under ${JSON.stringify(digest.slice(0, 12))}`, async ({
      sessions,
      ann,
    }) => {
      await sessions.create(ann)

      expectSame(await sessions.findByDigest(digest), null, 'what findByDigest() gives')
      expectSame(await sessions.endByDigest(digest), false, 'what endByDigest() gives')
      expectSame(await sessions.search().count(), 1, 'the count afterwards')
    })
  }
}

const liveness: DirectoryChapter = (it) => {
  it('what find() would not find is listed as ended, or not at all', async ({
    sessions,
    users,
    ann,
    setActive,
    at,
  }) => {
    const bob = await users.create({ username: 'bob', password: 'builder' })
    await sessions.create(ann, { ageSeconds: 1000 })
    await sessions.create(ann, { idleSeconds: 1500 })
    await sessions.create(ann)
    await sessions.create(bob)
    const live = async () => {
      const listed = await sessions.search().slice(0, 10)
      return listed
        .filter(({ isLive }) => isLive)
        .map(({ user }) => user.username)
        .toSorted()
    }

    at(1200)
    expectSame(await live(), ['ann', 'ann', 'bob'], 'who is signed in after the age of one')
    at(1600)
    expectSame(await live(), ['ann', 'bob'], 'who is signed in after an idle time')
    await setActive(bob, false)
    expectSame(await live(), ['ann'], 'who is signed in when one is inactive')
    await users.setPassword(ann, 'another')
    expectSame(await live(), [], 'who is signed in after a new password')
  })
}

const ending: DirectoryChapter = (it) => {
  it('a session is ended by its digest, and no other', async ({ sessions, ann }) => {
    const ended = await sessions.create(ann)
    const other = await sessions.create(ann)

    const digest = digestOf(ended.id)
    expectThat(await sessions.endByDigest(digest), 'endByDigest() finds the session.')
    expectSame(await sessions.find(ended.id), null, 'the ended session')
    expectSame(await sessions.findByDigest(digest), null, 'what is stored of it')
    expectSame(await sessions.endByDigest(digest), false, 'ending it again')
    required(await sessions.find(other.id), 'the other session')
  })
}

import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { openConnection } from './connection.ts'
import { gate, startServer } from './test-server.ts'

const request = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'

describe('stopping', () => {
  it('finishes the request under way, says that the connection closes, then calls onClose', async () => {
    const [begun, mayEnd] = [gate(), gate()]
    const events: string[] = []
    const server = await startServer(
      async () => {
        begun.resolve()
        await mayEnd.promise
        return new Response('finished')
      },
      { onDrain: () => events.push('drain'), onClose: () => void events.push('close') },
    )
    const answer = fetch(server.url)
    await begun.promise

    const stopped = server.close()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(events).toEqual(['drain'])
    mayEnd.resolve()
    const response = await answer
    await stopped

    expect(await response.text()).toBe('finished')
    expect(response.headers.get('Connection')).toBe('close')
    expect(events).toEqual(['drain', 'close'])
  })

  it('stopping takes no more connections', async () => {
    const { url, close } = await startServer(() => new Response('ok'))

    await close()

    await expect(fetch(url)).rejects.toThrow()
  })

  it.each([
    [
      'throws',
      () => {
        throw new Error('no balancer')
      },
    ],
    ['is rejected', () => Promise.reject(new Error('no balancer'))],
    ['never settles', () => new Promise<never>(() => {})],
  ])('stopping does not depend on onDrain, which %s', async (how, onDrain) => {
    const { url, close, log } = await startServer(() => new Response('ok'), { onDrain })

    await close()

    await expect(fetch(url)).rejects.toThrow()
    const failures = log.filter(({ level }) => level === 'error')
    const message = 'onDrain failed. The server stops all the same.'
    expect(failures.map((line) => line.message)).toEqual(how === 'never settles' ? [] : [message])
  })

  it('stopping serves requests normally during the drain delay, and ends each connection after it', async () => {
    const { port, close } = await startServer(() => new Response('ok'), { drainDelaySeconds: 0.3 })
    const connection = await openConnection(port)

    const stopped = close()
    connection.send(request)
    const before = await connection.until('ok')
    await new Promise((resolve) => setTimeout(resolve, 400))
    connection.send(request)
    const answers = await connection.closed()

    expect(before).not.toContain('Connection: close')
    expect(answers.slice(before.length)).toMatch(/200 OK[\s\S]*Connection: close[\s\S]*ok$/)
    await stopped
  })

  it('takes no connections during the drain delay when another process has its place', async () => {
    const events: string[] = []
    const { url, port, close } = await startServer(() => new Response('ok'), {
      drainDelaySeconds: 0.3,
      onDrain: () => events.push('drain'),
    })
    const connection = await openConnection(port)

    const stopped = close({ isReplaced: true })
    await expect(fetch(url)).rejects.toThrow()
    connection.send(request)

    expect(await connection.closed()).toMatch(/200 OK[\s\S]*Connection: close[\s\S]*ok$/)
    await stopped
    expect(events).toEqual([])
  })

  it('stopping serves a request of which only a part had come', async () => {
    const { port, url, close } = await startServer(() => new Response('whole'))
    const connection = await openConnection(port)
    connection.send('GET / HTTP/1.1\r\nHos')
    // What is sent after it has been answered, so it has come.
    await (await fetch(url)).text()

    const stopped = close()
    await new Promise((resolve) => setTimeout(resolve, 30))
    connection.send('t: a\r\n\r\n')

    expect(await connection.closed()).toMatch(/200 OK[\s\S]*Connection: close[\s\S]*whole$/)
    await stopped
  })

  it('stopping serves a request that has arrived while the process was busy', async () => {
    const { port, close } = await startServer(() => new Response('ok'))
    const [used, unused] = [await openConnection(port), await openConnection(port)]
    used.send(request)
    const before = await used.until('ok')

    const stopped = close()
    await new Promise((resolve) => setTimeout(resolve, 50))
    // After this phase of the event loop come timers, and then what has arrived.
    await new Promise((resolve) => setImmediate(resolve))
    for (const connection of [used, unused]) connection.send(request)
    // Longer than the server waits for requests.
    const end = performance.now() + 300
    while (performance.now() < end);

    expect((await used.closed()).slice(before.length)).toMatch(/200 OK[\s\S]*ok$/)
    expect(await unused.closed()).toMatch(/200 OK[\s\S]*ok$/)
    await stopped
  })

  it('stopping does not wait for idle connections', async () => {
    const { port, close } = await startServer(() => new Response('ok'), { gracePeriodSeconds: 30 })
    const [idle, unused] = [await openConnection(port), await openConnection(port)]
    idle.send(request)
    await idle.until('ok')

    await close()

    await Promise.all([idle.closed(), unused.closed()])
  })

  it('cuts off what is not finished when the grace period is over', async () => {
    const begun = gate()
    const never = () => {
      begun.resolve()
      return new Promise<Response>(() => {})
    }
    const { port, close, log } = await startServer(never, { gracePeriodSeconds: 0.2 })
    const connection = await openConnection(port)
    connection.send(request)
    await begun.promise

    await close()

    expect(await connection.closed()).toBe('')
    expect(log).toContainEqual({
      level: 'warn',
      fields: { connections: 1 },
      message: 'The grace period is over: cutting connections.',
    })
  })

  it.each([
    ['info', 'Stopping: finishing running requests.'],
    ['error', 'onDrain failed. The server stops all the same.'],
    ['warn', 'The grace period is over: cutting connections.'],
  ] as const)('stopping does not depend on the logger: its %s() throws', async (level, message) => {
    const printed: unknown[] = []
    for (const each of ['info', 'warn', 'error'] as const) {
      const print = vi.spyOn(console, each).mockImplementation((line) => void printed.push(line))
      onTestFinished(() => print.mockRestore())
    }
    const failing = () => {
      throw new Error('The disk is full.')
    }
    const begun = gate()
    const onClose = vi.fn()
    const { port, url, close } = await startServer(
      () => {
        begun.resolve()
        return new Promise<Response>(() => {})
      },
      {
        gracePeriodSeconds: 0.2,
        logger: { info() {}, warn() {}, error() {}, [level]: failing },
        onDrain: failing,
        onClose,
      },
    )
    const connection = await openConnection(port)
    connection.send(request)
    await begun.promise

    await close()

    await expect(fetch(url)).rejects.toThrow()
    expect(onClose).toHaveBeenCalledOnce()
    expect(printed.slice(0, 2)).toEqual([message, 'The logger failed.'])
  })

  it('happens once, however often it is asked for', async () => {
    let closings = 0
    const { close } = await startServer(() => new Response('ok'), {
      onClose: () => {
        closings += 1
      },
    })

    await Promise.all([close(), close()])
    await close()

    expect(closings).toBe(1)
  })
})

import { Writable } from 'node:stream'
import type { OnProgress, Progress } from 'turnpike/kit'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { withProgress } from '../../src/cli/progress.ts'
import { progressText } from '../../src/cli/progress-text.ts'

describe('the text of a progress', () => {
  const at = (done: number, total: number | null, seconds: number, from = 0) =>
    progressText(
      { of: 'note', done, total, unit: 'rows' },
      { of: 'note', done: from, at: 5000 },
      5000 + seconds * 1000,
    )

  it('the text has what is done of all, the rate and the time left', () => {
    expect(at(120_000, 1_000_000, 3)).toBe(
      'note: 120,000 of 1,000,000 rows, 40,000 a second, 22 s left',
    )
    expect(at(30, 1000, 100)).toBe('note: 30 of 1,000 rows, 0.3 a second, 53 min 53 s left')
    expect(at(200, 100_000, 10, 100)).toBe(
      'note: 200 of 100,000 rows, 10 a second, 2 h 46 min left',
    )
  })

  it('the text has no time left without a total, and none below zero where there is more than the total', () => {
    expect(at(120, null, 60)).toBe('note: 120 rows, 2 a second')
    expect(at(120, 100, 60)).toBe('note: 120 of 100 rows, 2 a second, 0 s left')
  })

  it('the text has the time so far where nothing can be measured yet', () => {
    expect(at(0, 2, 75)).toBe('note: 0 of 2 rows, 1 min 15 s so far')
    expect(at(0, null, 0)).toBe('note: 0 rows, 0 s so far')
  })
})

describe('the text of an odd report', () => {
  const odd = (report: object) =>
    progressText(
      { of: 'note', done: 5, total: 10, unit: 'rows', ...report } as Progress,
      { of: 'note', done: 0, at: 0 },
      1000,
    )

  it.each([
    [{ total: undefined }, 'note: 5 rows, 5 a second'],
    [{ done: 5n, total: 10n }, 'note: 5 of 10 rows, 5 a second, 1 s left'],
    [{ done: Number.NaN }, 'note: 1 s so far'],
    [{ total: Number.POSITIVE_INFINITY }, 'note: 5 rows, 5 a second'],
    [{ done: -1 }, 'note: -1 of 10 rows, 1 s so far'],
    [{ of: Symbol('x') }, 'Symbol(x): 5 of 10 rows, 5 a second, 1 s left'],
    [{ of: 'ev\u001B]0;p\u0007il\nx' }, 'ev?]0;p?il?x: 5 of 10 rows, 5 a second, 1 s left'],
  ])('the text of the odd report %# leaves out what it does not know', (report, text) => {
    expect(odd(report)).toBe(text)
  })
})

describe('the display of progress', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  /** Work that reports a row each second. */
  const copying = (seconds: number) => async (onProgress: OnProgress) => {
    for (let done = 0; done < seconds; done++) {
      onProgress({ of: 'note', done, total: seconds, unit: 'rows' })
      await vi.advanceTimersByTimeAsync(1000)
    }
    return 'done'
  }

  it('the display changes one line of a terminal, and removes it at the end', async () => {
    const { stream, written } = terminal(80)
    expect(await withProgress(copying(4), stream)).toBe('done')
    expect(written()).toContain('note: 0 of 4 rows, 1 s so far')
    expect(written()).toContain('note: 2 of 4 rows, 0.8 a second, 3 s left')
    expect(written()).not.toContain('\n')
    expect(written().endsWith(eraseLine)).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('the display shows nothing of work that is done soon', async () => {
    const { stream, written } = terminal(80)
    await withProgress(async (onProgress) => {
      onProgress({ of: 'note', done: 1, total: 2, unit: 'rows' })
      await vi.advanceTimersByTimeAsync(400)
    }, stream)
    expect(written()).not.toContain('note')
  })

  it.each([
    ['without a terminal', null],
    ['on a terminal without columns', 0],
  ])('the display writes a line a minute %s', async (_, columns) => {
    const { stream, written } = terminal(columns)
    await withProgress(copying(150), stream)
    expect(written()).toMatch(
      /^turnpike: note: \d+ of 150 rows, 0.98 a second, 1 min 3\d s left\nturnpike: note: 1\d\d of 150 rows, 0.99 a second, 3\d s left\n$/,
    )
  })

  it('the display ends with work that fails, and passes its error on', async () => {
    const failing = withProgress(async (onProgress) => {
      await copying(2)(onProgress)
      throw new Error('no space')
    }, terminal(80).stream)
    await expect(failing).rejects.toThrow('no space')
    expect(vi.getTimerCount()).toBe(0)
  })

  it('the display makes place for what is written meanwhile', async () => {
    const { stream, written } = terminal(80)
    await withProgress(async (onProgress) => {
      await copying(2)(onProgress)
      stream.write('Added Ann.\n')
      await vi.advanceTimersByTimeAsync(500)
    }, stream)
    expect(written()).toContain(`${eraseLine}Added Ann.\n${eraseLine}`)
    stream.write('The end.\n')
    expect(written().endsWith(`${eraseLine}The end.\n`)).toBe(true)
  })

  it('the display goes on when nobody reads it any more', async () => {
    const closed = new Writable({ write: (_chunk, _encoding, done) => done(new Error('EPIPE')) })
    expect(await withProgress(copying(150), closed as unknown as NodeJS.WriteStream)).toBe('done')
  })

  it('the display adds no listener to signals, so that an interrupt ends the process at once', async () => {
    const before = process.listenerCount('SIGINT')
    await withProgress(async (onProgress) => {
      await copying(2)(onProgress)
      expect(process.listenerCount('SIGINT')).toBe(before)
    }, terminal(80).stream)
  })
})

const eraseLine = '\r\u001B[K'

/** @param columns null: it is no terminal. */
function terminal(columns: number | null) {
  let written = ''
  const stream = new Writable({
    write(chunk, _, done) {
      written += chunk
      done()
    },
  })
  Object.assign(stream, columns !== null && { isTTY: true, columns })
  return { stream: stream as unknown as NodeJS.WriteStream, written: () => written }
}

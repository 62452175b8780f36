import { expect, it } from 'vitest'
import { describeWith } from '../support/extras.ts'
import { apiExtractor, apiReports, keptReports } from './api-report.ts'

describeWith([apiExtractor], 'the public API', () => {
  it('the types of all exports are those of packages/*/api: run npm run api and add a changeset', () => {
    const [current, kept] = [apiReports(), keptReports()]
    const changed = [...current].filter(([path, text]) => text !== kept.get(path))

    expect(changed.map(([path]) => path)).toEqual([])
    expect([...kept.keys()].toSorted()).toEqual([...current.keys()].toSorted())
  }, 600_000)
})

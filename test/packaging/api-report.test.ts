import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { describeWith } from '../support/extras.ts'
import { apiExtractor, apiReports, keptReport, reports } from './api-report.ts'

describeWith([apiExtractor], 'the public API', () => {
  it('the types of all exports are those of api/: run npm run api and add a changeset', () => {
    const current = apiReports()
    const changed = [...current].filter(([file, text]) => text !== keptReport(file))

    expect(changed.map(([file]) => file)).toEqual([])
    expect(readdirSync(reports).toSorted()).toEqual([...current.keys(), 'README.md'].toSorted())
  }, 120_000)
})

import type { ResolvedSettings } from 'turnpike'
import { builtInLanguages, isEnglish, loadCatalogue } from 'turnpike/internal/languages/built-in'
import { languagesOf } from 'turnpike/internal/languages/languages-of'
import type { Check, Finding } from './finding.ts'

/** `languages.missing` */
export const languagesAreWhole: Check = {
  isForDeploy: false,
  async find({ views }) {
    const all = new Set([...(views ?? new Map()).values()].map(({ settings }) => settings))
    const findings = await Promise.all([...all].map(findingsOf))
    return findings.flat()
  },
}

/** Maximum number of texts that a message names. */
const most = 3

async function findingsOf(settings: ResolvedSettings): Promise<Finding[]> {
  const languages = languagesOf(settings)
  if (languages === null) return []
  const [known = 'de'] = builtInLanguages
  // Every catalogue of Turnpike has the same texts.
  const texts = Object.keys((await loadCatalogue(known, 'errors')) ?? {})
  await languages.load('errors')
  return languages.tags.flatMap((tag) => {
    if (isEnglish(tag)) return []
    const translator = languages.translator(tag)
    const missing = texts.filter((text) => (translator?.find(text) ?? null) === null)
    if (missing.length === 0) return []
    const shown = missing.slice(0, most).map((text) => JSON.stringify(text))
    return [
      {
        id: 'languages.missing',
        severity: 'warning',
        message:
          `${missing.length} of ${texts.length} texts of errors are English for ${tag}: ` +
          `${shown.join(', ')}${missing.length > most ? ', …' : ''}.`,
        remedy: `Add them to TRANSLATIONS.${tag}, or remove ${tag} from LANGUAGES.`,
      },
    ]
  })
}

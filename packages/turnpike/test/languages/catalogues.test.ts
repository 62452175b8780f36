import { describe, expect, it } from 'vitest'
import { loadCatalogue } from '../../src/languages/built-in.ts'
import { TranslatableMessage } from '../../src/languages/message.ts'
import { Translator } from '../../src/languages/translator.ts'

const translatorFor = async (tag: string) => {
  const catalogue = await loadCatalogue(tag, 'errors')
  return new Translator(tag, catalogue === null ? [] : [catalogue])
}

const characters = 'Ensure this field has no more than {limit} characters.'
const seconds = 'Expected available in {seconds} seconds.'

describe('the plural forms of a language', () => {
  const rows: [tag: string, limit: number | bigint | string, text: string][] = [
    ['pl', 0, 'To pole może mieć najwyżej 0 znaków.'],
    ['pl', 1, 'To pole może mieć najwyżej 1 znak.'],
    ['pl', 2, 'To pole może mieć najwyżej 2 znaki.'],
    ['pl', 5, 'To pole może mieć najwyżej 5 znaków.'],
    ['pl', 12, 'To pole może mieć najwyżej 12 znaków.'],
    ['pl', 22, 'To pole może mieć najwyżej 22 znaki.'],
    ['pl', 112n, 'To pole może mieć najwyżej 112 znaków.'],
    ['pl', '1.5', 'To pole może mieć najwyżej 1.5 znaku.'],
    ['fr', 0, 'Assurez-vous que ce champ comporte au plus 0 caractère.'],
    ['fr', 1.5, 'Assurez-vous que ce champ comporte au plus 1.5 caractère.'],
    ['fr', 2, 'Assurez-vous que ce champ comporte au plus 2 caractères.'],
    // Spanish has a category for millions, which the catalogue leaves to `other`.
    ['es', 1_000_000, 'Asegúrese de que este campo no tenga más de 1000000 caracteres.'],
    ['ja', 1, 'この項目は 1 文字以下にしてください。'],
    ['de', Number.NaN, 'Dieses Feld darf höchstens NaN Zeichen lang sein.'],
  ]

  it.each(rows)('%s says %s in the form of the number', async (tag, limit, text) => {
    expect((await translatorFor(tag)).translate(characters, { limit })).toBe(text)
  })

  it('a number has the plural form, and a text that looks like one only without a number', () => {
    const translator = new Translator('de', [
      {
        '{name} has {count} notes.': {
          one: '{name}: {count} Notiz',
          other: '{name}: {count} Notizen',
        },
      },
    ])
    const text = (name: string, count: number | string) =>
      translator.translate('{name} has {count} notes.', { name, count })
    expect(text('5', 1)).toBe('5: 1 Notiz')
    expect(text('1', 5)).toBe('1: 5 Notizen')
    expect(text('ann', '1')).toBe('ann: 1 Notiz')
    expect(text(' ', '1')).toBe(' : 1 Notiz')
  })

  it('a text with a plural form but without a number has the form for others', async () => {
    const translator = await translatorFor('pl')
    expect(translator.translate(seconds)).toBe('Dostępne za {seconds} sekundy.')
    expect(translator.translate(seconds, { seconds: '' })).toBe('Dostępne za  sekundy.')
  })
})

describe('a translator', () => {
  it('a message within a message is translated as well', async () => {
    const translator = await translatorFor('de')
    const reason = new TranslatableMessage('nested deeper than {limit} levels.', { limit: 64 })
    expect(translator.translate('JSON parse error - {reason}', { reason })).toBe(
      'Fehler beim Lesen von JSON - tiefer als 64 Ebenen verschachtelt.',
    )
  })

  it('a text that only joins others is translated if one of them is', () => {
    const translator = new Translator('de', [{ 'One.': 'Eins.' }])
    const joined = (detail: string) =>
      translator.find('{detail} {more}', {
        detail: new TranslatableMessage(detail),
        more: new TranslatableMessage('Two.'),
      })
    expect(joined('One.')).toBe('Eins. Two.')
    expect(joined('Three.')).toBeNull()
  })

  it('values of clients are not read as templates', async () => {
    const translator = await translatorFor('de')
    const choice = '{limit} $& __proto__ {choice}'
    expect(translator.translate('"{choice}" is not a valid choice.', { choice })).toBe(
      `„${choice}“ ist keine gültige Auswahl.`,
    )
    expect(new TranslatableMessage('"{choice}" is wrong.', { choice }).text).toBe(
      `"${choice}" is wrong.`,
    )
  })

  it('names that objects inherit are neither texts nor values', () => {
    const translator = new Translator('de', [{ 'One.': 'Eins.' }])
    expect(translator.find('constructor')).toBeNull()
    expect(translator.find('__proto__')).toBeNull()
    expect(translator.translate('{toString}', { limit: 1 })).toBe('{toString}')
  })

  it('later catalogues come before earlier ones', () => {
    const translator = new Translator('de', [{ 'One.': 'Eins.' }, { 'One.': 'Ein.' }])
    expect(translator.translate('One.')).toBe('Ein.')
  })

  it.each([
    ['de-CH', 'Nicht gefunden.'],
    ['pt', 'Não encontrado.'],
    ['pt-PT', 'Não encontrado.'],
  ])('the catalogue for %s is the nearest one', async (tag, text) => {
    expect((await loadCatalogue(tag, 'errors'))?.['Not found.']).toBe(text)
  })

  it('there is no catalogue for a language that is not near', async () => {
    expect(await loadCatalogue('sv', 'errors')).toBeNull()
    expect(await loadCatalogue('constructor', 'errors')).toBeNull()
  })
})

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { settingDefinitions } from '../../src/settings/settings.ts'

// The compiler of later versions has no such service for programs.
const ts: typeof import('typescript-5.9') = createRequire(import.meta.url)('typescript-5.9')

const settings = resolve(import.meta.dirname, '../../src/settings')
const path = resolve(import.meta.dirname, 'hovered.ts')
const names = Object.keys(settingDefinitions)
const program = [
  "import { ApiResponse, createApi, isAuthenticated, memoryAccounts, tokenAuthentication } from '../../src/index.ts'",
  'const value = undefined as never',
  `createApi({ ${names.map((name) => `${name}: value`).join(', ')} })`,
  'const { tokens } = memoryAccounts()',
  'export const api = createApi({',
  '  DEFAULT_AUTHENTICATION_CLASSES: [tokenAuthentication({ tokens })],',
  '  DEFAULT_PERMISSION_CLASSES: [isAuthenticated],',
  '  PAGE_SIZE: 20,',
  '})',
  'export const me = api.view({ get: ({ user }) => new ApiResponse(user.username) })',
].join('\n')

const service = ts.createLanguageService({
  getScriptFileNames: () => [path],
  getScriptVersion: () => '1',
  getScriptSnapshot(name) {
    const text = name === path ? program : ts.sys.readFile(name)
    return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
  },
  getCurrentDirectory: () => import.meta.dirname,
  getCompilationSettings: () => ({
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    strict: true,
    exactOptionalPropertyTypes: true,
    allowImportingTsExtensions: true,
    declaration: true,
    emitDeclarationOnly: true,
  }),
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  fileExists: (name) => name === path || ts.sys.fileExists(name),
  readFile: ts.sys.readFile,
})

it('an editor shows the doc comment of every setting in createApi', () => {
  const silent = names.filter((name) => {
    const info = service.getQuickInfoAtPosition(path, program.indexOf(`${name}: value`))
    return !/Default\s.*\.$/s.test(ts.displayPartsToString(info?.documentation))
  })
  expect(silent).toEqual([])
})

it.each([
  ['createApi', 'createApi({\n'],
  ['view', 'view({ get'],
])('an editor shows in ten lines of 100 characters what %s returns', (_, place) => {
  const info = service.getQuickInfoAtPosition(path, program.indexOf(place))
  const shown = ts.displayPartsToString(info?.displayParts)
  expect(shown).toContain('TypedSettings<readonly [Scheme<Account, Token<Account>>]')
  const lines = shown.split('\n').map((line) => Math.ceil(line.length / 100))
  expect(lines.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(10)
})

it('the published declarations keep the doc comments of settings', () => {
  const declarationsOf = (file: string) =>
    service.getEmitOutput(resolve(settings, file), true, true).outputFiles[0]?.text
  const { length } = readFileSync(resolve(settings, 'pagination.ts'), 'utf8').match(/\/\*\*/g) ?? []
  expect(declarationsOf('pagination.ts')?.match(/\/\*\*/g)).toHaveLength(length)
  // The object itself, spelt out here, would have none.
  expect(declarationsOf('settings.ts')).toContain('typeof paginationSettings')
  expect(declarationsOf('settings.ts')).not.toContain('PAGE_SIZE')
})

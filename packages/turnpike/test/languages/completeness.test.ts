import { describe, expect, it } from 'vitest'
import { collectTexts } from '../../../../tools/collect-texts.ts'
import { problemsOf } from '../../../../tools/translations.ts'
import { builtInLanguages, type Part } from '../../src/languages/built-in.ts'

const texts = collectTexts()
const parts = ['errors', 'pages'] satisfies Part[]

describe('the catalogues', () => {
  it('come for eight languages besides English', () => {
    expect(builtInLanguages).toEqual(['de', 'es', 'fr', 'it', 'ja', 'nl', 'pl', 'pt-BR'])
  })

  it.each(builtInLanguages.flatMap((tag) => parts.map((part) => [tag, part] as const)))(
    'the catalogue %s has every text of %s, with its places and plural forms, and no other',
    async (tag, part) => {
      expect(await problemsOf(tag, part, texts)).toEqual([])
    },
  )

  it('every text is written out where it is sent, or comes from one that is', () => {
    const unknown = texts.unknown.map((one) => one.replace(/:\d+ /, ' '))
    expect(unknown.toSorted()).toEqual(forwarded.toSorted())
  })

  it('the texts of errors are found: those of exceptions, messages, permissions and statuses', () => {
    for (const text of [
      'Not found.',
      'Ensure this field has no more than {limit} characters.',
      'nested deeper than {limit} levels.',
      'This needs credentials with the scope {scopes}.',
      'Not Found',
      'Server Error (500)',
    ]) {
      expect(texts.errors.has(text), text).toBe(true)
    }
  })
})

/**
 * Expressions without a text of their own: they pass on one that is written elsewhere, or by the
 * application. A new line needs a look: does a catalogue have what it sends? If it has values, use
 * `new TranslatableMessage('… {limit} …', { limit })`.
 */
const forwarded: readonly string[] = [
  'accounts/keys/api-key.ts new TranslatableMessage(message)',
  'accounts/passwords/rules/validate-password.ts new ValidationError({ password: problems.map(({ message, code }) => errorDetail(message, code)), })',
  'errors/error-detail.ts new ErrorMessage(input, code)',
  'errors/error-detail.ts new ErrorMessage(input.template, code, input.values)',
  'errors/error-detail.ts new ErrorMessage(text, this.code)',
  'errors/exception-handler.ts new NotFound(detail, undefined, { cause: error })',
  'errors/exception-handler.ts new PermissionDenied(detail, undefined, { cause: error })',
  'errors/exceptions.ts new TranslatableMessage(detail)',
  'filtering/invalid-query.ts new ValidationError(Object.fromEntries(errors))',
  "items/array-store.ts new ValidationError(Object.fromEntries(fields.map((name) => [name, [message]])), 'unique')",
  'keys/key-views.ts new ValidationError({ [field]: [error.translatable] }, undefined, { cause: error })',
  'jwt/dpop/proof.ts new InvalidProof(faultOf(error), error)',
  'kysely/violations/refusals.ts new NonFieldError(all, code, options)',
  'kysely/violations/refusals.ts new ValidationError( Object.fromEntries(fields.map((name) => [name, [message]])), code, options, )',
  'openapi/answers/possible-errors.ts new PermissionDenied(permission.message, permission.code)',
  'openapi/answers/possible-errors.ts new ValidationError({ [parameter.name]: [unreadableValue] })',
  'openapi/answers/possible-errors.ts new ValidationError({ unknown: [unknownParameter] })',
  'pages/admin/form.ts t(error.template, error.values)',
  'pages/admin/tokens/token-actions.ts translateFor(visit.request)(message.template)',
  'pages/admin/users/user-activity.ts translateFor(visit.request)(template, values)',
  'pages/admin/users/user-page.ts t(ownRights.template)',
  "pages/browsable/error-main.ts t(reasonPhrases[status] ?? '')",
  'pages/translate.ts t(text)',
  'pages/translate.ts translateFor(request)(count === 1 ? one : many, { number: count, count: numberText(request, count), ...values, })',
  'parsing/json.ts malformed(problem)',
  'parsing/json.ts malformed(reasonOf(cause), cause)',
  "parsing/multipart.ts malformed( cause instanceof Error ? cause.message : new TranslatableMessage('the body is not multipart.'), cause, )",
  'permissions/check.ts new PermissionDenied(message, code)',
  "signatures/content-digest.ts new SignatureFailure('invalid_digest', detail, { headers: { 'Want-Content-Digest': 'sha-256=10, sha-512=10' }, })",
  "signatures/requirements.ts new SignatureFailure('expired_signature', detail)",
  "signatures/signature-failure.ts new SignatureFailure('insufficient_signature', detail)",
  "signatures/signature-failure.ts new SignatureFailure('malformed_signature', detail)",
  'signatures/signature-failure.ts new SignatureFailure(this.error, this.errorDetail, { headers: all })',
  'validation/faults.ts new ValidationError(detail)',
  "validation/standard-schema.ts new ErrorMessage(issue.message, 'invalid')",
  "validation/zod/zod-schema.ts new ErrorMessage(issue.message, typeof code === 'string' ? code : own.code)",
  'views/generic/valid-data.ts new ValidationError(detail, undefined, { cause: error, headers })',
  'views/steps/insufficient-credentials.ts new InsufficientCredentials(demand.status, challenge, message, code)',
  'views/steps/refused-user.ts new NonFieldError(translatable, code, { cause: error })',
  'views/steps/refused-user.ts new ValidationError({ [field]: [translatable] }, code, { cause: error })',
  "views/steps/refused-user.ts new ValidationError({ username: [error.translatable] }, 'unique', { cause: error })",
]

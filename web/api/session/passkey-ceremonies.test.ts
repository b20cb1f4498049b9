import { expect, test } from 'vitest'
import { passkeyTexts } from '#web/texts/passkeys.ts'
import { sentenceOf } from './passkey-ceremonies.ts'

test.each([
  ['NotAllowedError', 'create', /abgebrochen oder zu lange/],
  ['NotAllowedError', 'prove', /nicht bestätigt.*Passwort/],
  ['AbortError', 'prove', /nicht bestätigt/],
  ['InvalidStateError', 'create', /schon einen Passkey/],
  ['ConstraintError', 'create', /Bildschirmsperre/],
  ['NotSupportedError', 'create', /Bildschirmsperre/],
  ['SecurityError', 'prove', /unter der Adresse wegwarte\.example/],
  ['UnknownError', 'create', /noch einmal/],
  ['', 'prove', /noch einmal/],
] as const)('%s, when asked to %s, becomes a sentence about what to do', (name, deed, sentence) => {
  expect(sentenceOf(name, 'wegwarte.example', passkeyTexts[deed])).toMatch(sentence)
})

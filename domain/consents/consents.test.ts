import { expect, test } from 'vitest'
import { type ConsentEntry, stateOfPurpose } from './consents.ts'
import { currentVersion } from './texts.ts'

const version = currentVersion('theft-alarm')
const at = new Date('2026-11-22T12:00:00Z')
const given: ConsentEntry = { purpose: 'theft-alarm', version, given: true, actor: 'owner', at }
const withdrawn = { ...given, given: false }
const former = { ...given, version: version - 1 }

test.each([
  ['nothing was said', [], 'never'],
  ['another purpose was consented to', [{ ...given, purpose: 'reports' as const }], 'never'],
  ['it was given', [given], 'given'],
  ['it was withdrawn', [given, withdrawn], 'withdrawn'],
  ['it was given again', [given, withdrawn, given], 'given'],
  ['the text has changed since', [former], 'asked-anew'],
  ['the new text was consented to', [former, given], 'given'],
  ['it was withdrawn before the text changed', [former, { ...withdrawn, version: version - 1 }], 'withdrawn'],
] as const)('if %s, its state follows from the last entry', (_name, entries, state) => {
  expect(stateOfPurpose(entries, 'theft-alarm')).toBe(state)
})

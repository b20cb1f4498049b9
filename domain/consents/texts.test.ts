import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { consentPurposes } from '#contract/consents/consents.ts'
import { trackingLimits } from '#contract/tracking/tracking-limits.ts'
import { consentText, currentVersion } from './texts.ts'

/** SHA-256 of every version that people were ever asked. A line is added for a new version; none ever changes. */
const asked = {
  'theft-alarm': [
    '1caa5cb0b24fa306c5d1a48aeb281a3ed87fcdfad56f87e77957c54aab73fc42',
    '2618d630fcb99a204ef397c17f6912353f67b44583c63d6eeff2f80c347ac679',
  ],
  'movement-profile': [
    '1caa5cb0b24fa306c5d1a48aeb281a3ed87fcdfad56f87e77957c54aab73fc42',
    '3fb6d04d04de8b10445ae2e7b14abe72986a4f2d795da61634761545cd588df0',
  ],
  'police-folder': ['9d5077025aa529ed0ea83fe3d5239365c3f3e571842ec10c8f6b977fa94c974f'],
  sharing: ['79236c55ee301277fa5a700b895c50f1e3b75c3f3caf3fcf1ab05afa94fbe4cc'],
  'own-tours': ['3dcfd81c8c7ca3c35674ca21e3a5be692d8d2d6f17bd4bb768b5d7dadd3b9c49'],
  reports: ['35bbd78e52396c791f197f68c961b9c2b5b0aab9fa97c414dcc8dcb333870900'],
}

describe.each(consentPurposes)('the text of %s', (purpose) => {
  test('has all the versions that people were asked, each unchanged', () => {
    const texts = Array.from({ length: currentVersion(purpose) }, (_, index) => consentText(purpose, index + 1) ?? '')
    expect(texts.map((text) => createHash('sha256').update(text, 'utf8').digest('hex'))).toEqual(asked[purpose])
  })

  test('says what is consented to, and that it can be withdrawn', () => {
    const text = consentText(purpose, currentVersion(purpose))
    expect(text).toMatch(/^Ich willige ein, dass .* Ich kann jederzeit widerrufen; dann .*\.$/)
  })

  test.each([0, -1, 1.5, 1_000])('has no version %d', (version) => {
    expect(consentText(purpose, version)).toBeNull()
  })
})

test.each(['theft-alarm', 'movement-profile'] as const)(
  'the text of %s names the retention that is kept',
  (purpose) => {
    expect(consentText(purpose, currentVersion(purpose))).toContain(`${trackingLimits.retentionDays} Tagen`)
  },
)

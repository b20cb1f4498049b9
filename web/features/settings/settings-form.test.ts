import { describe, expect, test } from 'vitest'
import { deliveredLed, deliveredSettings } from '#domain/settings/settings.ts'
import {
  formAfterEvent,
  changedParts,
  type Draft,
  draftOf,
  settingsFormOf,
  isDirty,
  type SettingsEvent,
  type SettingsFormState,
  type StoredSettings,
} from './settings-form.ts'

const at = '2026-05-02T10:00:00.000Z'

function stored(version: number, quiet = false): StoredSettings {
  const settings = deliveredSettings()
  return {
    settings: { ...settings, quietHours: { ...settings.quietHours, enabled: quiet } },
    led: deliveredLed(),
    version,
    updatedAt: at,
    applied: null,
  }
}

const dimmed = (draft: Draft): Draft => ({ ...draft, led: { ...deliveredLed(), brightness: 10 } })
const typed: SettingsEvent = { type: 'changed', draft: dimmed(draftOf(stored(1))) }
const run = (...events: SettingsEvent[]): SettingsFormState => events.reduce(formAfterEvent, settingsFormOf(stored(1)))

describe('whether there is something to save', () => {
  const cases: [story: string, events: SettingsEvent[], dirty: boolean][] = [
    ['nothing was done', [], false],
    ['something was changed', [typed], true],
    ['it was changed back', [typed, { type: 'changed', draft: draftOf(stored(1)) }], false],
    ['it was discarded', [typed, { type: 'discarded' }], false],
    ['it is being saved', [typed, { type: 'started', action: 'save' }], true],
    ['saving failed', [typed, { type: 'started', action: 'save' }, { type: 'failed', message: 'x' }], true],
    ['saving was refused', [typed, { type: 'started', action: 'save' }, { type: 'refused', theirs: stored(2) }], true],
    [
      'the other state was taken',
      [typed, { type: 'refused', theirs: stored(2, true) }, { type: 'theirsTaken' }],
      false,
    ],
    [
      'it was saved',
      [
        typed,
        { type: 'started', action: 'save' },
        { type: 'stored', stored: { ...stored(2), ...dimmed(stored(2)) } },
        { type: 'finished', at },
      ],
      false,
    ],
    [
      'only one of two parts was saved',
      [
        typed,
        { type: 'changed', draft: dimmed(stored(1, true)) },
        { type: 'started', action: 'save' },
        { type: 'stored', stored: stored(2, true) },
        { type: 'failed', message: 'x' },
      ],
      true,
    ],
    [
      'it was reset',
      [typed, { type: 'started', action: 'reset' }, { type: 'stored', stored: stored(2) }, { type: 'finished', at }],
      false,
    ],
  ]
  test.each(cases)('%s', (_, events, dirty) => {
    expect(isDirty(run(...events))).toBe(dirty)
  })
})

describe('a regular answer of the server', () => {
  test('is taken over if nothing was typed', () => {
    const form = run({ type: 'arrived', stored: stored(2, true) })
    expect(form.draft.settings.quietHours.enabled).toBe(true)
    expect(form.stored.version).toBe(2)
  })

  test('is a conflict if something was typed, and what was typed stays', () => {
    const form = run(typed, { type: 'arrived', stored: stored(2, true) })
    expect(form.conflict?.version).toBe(2)
    expect(form.draft.led?.brightness).toBe(10)
  })

  test('shows what the device has taken over without touching what was typed', () => {
    const form = run(typed, { type: 'arrived', stored: { ...stored(1), applied: { version: 1, at } } })
    expect(form.stored.applied?.version).toBe(1)
    expect(form.draft.led?.brightness).toBe(10)
    expect(form.conflict).toBeNull()
  })

  test.each([
    ['older than what is known', [typed, { type: 'arrived', stored: stored(0, true) }]],
    [
      'in the middle of saving',
      [typed, { type: 'started', action: 'save' }, { type: 'arrived', stored: stored(2, true) }],
    ],
  ] satisfies [string, SettingsEvent[]][])('is ignored when it is %s', (_, events) => {
    const form = run(...events)
    expect(form.stored.version).toBe(1)
    expect(form.conflict).toBeNull()
  })
})

test('text typed while saving is still there afterwards, and still to be saved', () => {
  const form = run(
    typed,
    { type: 'started', action: 'save' },
    { type: 'changed', draft: dimmed(stored(1, true)) },
    { type: 'stored', stored: { ...stored(2), ...dimmed(stored(2)) } },
    { type: 'finished', at },
  )
  expect(form.draft.settings.quietHours.enabled).toBe(true)
  expect(changedParts(form.draft, form.stored)).toEqual({ settings: true, led: false })
  expect(form.savedAt).toBe(at)
})

test('overwriting puts what was typed on top of the other version', () => {
  const form = run(
    typed,
    { type: 'refused', theirs: stored(7, true) },
    { type: 'overwriting', theirs: stored(7, true) },
  )
  expect(form.stored.version).toBe(7)
  expect(form.draft.settings.quietHours.enabled).toBe(false)
  expect(form.draft.led?.brightness).toBe(10)
  expect(form.conflict).toBeNull()
  expect(form.running).toBe('save')
})

test('a reset that waits for a connection is shown, also over what was typed', () => {
  const delivered = dimmed(draftOf(stored(1)))
  const reset = run(typed, { type: 'started', action: 'reset' }, { type: 'kept', draft: delivered })
  expect(reset).toMatchObject({ running: null, draft: delivered, stored: delivered })
})

test('what waits for a connection is nothing to save, and its arrival is no conflict for what is typed after it', () => {
  const kept = dimmed(draftOf(stored(1)))
  const waiting = run(typed, { type: 'started', action: 'save' }, { type: 'kept', draft: kept })
  expect(isDirty(waiting)).toBe(false)
  expect(waiting.running).toBeNull()
  const quiet = { ...kept, settings: stored(1, true).settings }
  const typedOn = formAfterEvent(waiting, { type: 'changed', draft: quiet })
  const arrived = formAfterEvent(typedOn, { type: 'arrived', stored: { ...stored(2), ...kept } })
  expect(arrived).toMatchObject({ conflict: null, draft: quiet, stored: { version: 2 } })
})

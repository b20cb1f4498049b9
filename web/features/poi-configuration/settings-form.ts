import type { Instant } from '#contract/place.ts'
import type { LedSettings, WarningSettings } from '#contract/settings.ts'

/** What can be edited. Numbers that are being typed may be NaN, times empty. `led` only where there is a device. */
export interface Draft {
  settings: WarningSettings
  led: LedSettings | null
}

/** What the server keeps, as far as it is known here. */
export interface StoredSettings extends Draft {
  version: number
  updatedAt: Instant | null
  /** What the device said last that it uses; null for an account, and before a device has said anything. */
  applied: { version: number; at: Instant } | null
}

export interface SettingsForm {
  stored: StoredSettings
  draft: Draft
  running: 'save' | 'reset' | null
  /** What somebody else has saved meanwhile, until it is decided whose holds. */
  conflict: StoredSettings | null
  failure: string | null
  /** When this form was last saved. */
  savedAt: Instant | null
}

export type SettingsEvent =
  | { type: 'changed'; draft: Draft }
  | { type: 'discarded' }
  /** The server was asked again, without anybody's doing. */
  | { type: 'arrived'; stored: StoredSettings }
  | { type: 'started'; action: 'save' | 'reset' }
  /** A part of what is being saved is saved. */
  | { type: 'stored'; stored: StoredSettings }
  | { type: 'finished'; at: Instant }
  | { type: 'failed'; message: string }
  | { type: 'refused'; theirs: StoredSettings }
  /** The other's settings are taken, what was typed here is given up. */
  | { type: 'theirsTaken' }
  | { type: 'overwriting'; theirs: StoredSettings }

export function formOf(stored: StoredSettings): SettingsForm {
  return { stored, draft: draftOf(stored), running: null, conflict: null, failure: null, savedAt: null }
}

/** The form that was left behind when its session ended, with what the server says now; a new one where there is none. */
export function formAfter(left: SettingsForm | null, arrived: StoredSettings): SettingsForm {
  if (left === null) return formOf(arrived)
  return afterEvent({ ...formOf(left.stored), draft: left.draft }, { type: 'arrived', stored: arrived })
}

/** The form after an event. Nothing typed is lost but by `discarded`, `theirsTaken` and a finished reset. */
export function afterEvent(form: SettingsForm, event: SettingsEvent): SettingsForm {
  switch (event.type) {
    case 'changed':
      return { ...form, draft: event.draft, failure: null }
    case 'discarded':
      return { ...form, draft: draftOf(form.stored), failure: null }
    case 'arrived':
      return afterArrival(form, event.stored)
    case 'started':
      return { ...form, running: event.action, failure: null }
    case 'stored':
      // After a reset the stored is what is wanted; after saving, what was typed meanwhile stays.
      return { ...form, stored: event.stored, ...(form.running === 'reset' && { draft: draftOf(event.stored) }) }
    case 'finished':
      return { ...form, running: null, conflict: null, savedAt: event.at }
    case 'failed':
      return { ...form, running: null, failure: event.message }
    case 'refused':
      return { ...form, running: null, conflict: event.theirs }
    case 'theirsTaken':
      return form.conflict === null ? form : { ...formOf(form.conflict), savedAt: form.savedAt }
    case 'overwriting':
      return { ...form, stored: event.theirs, running: 'save', conflict: null, failure: null }
  }
}

/** Whether anything would be lost by leaving. */
export function isDirty({ draft, stored }: SettingsForm): boolean {
  return !isSame(draft, draftOf(stored))
}

/** Which of the two parts differ, as each is saved by a call of its own. */
export function changedParts(draft: Draft, stored: Draft): { settings: boolean; led: boolean } {
  return { settings: !isSame(draft.settings, stored.settings), led: !isSame(draft.led, stored.led) }
}

export function draftOf({ settings, led }: Draft): Draft {
  return { settings, led }
}

function afterArrival(form: SettingsForm, arrived: StoredSettings): SettingsForm {
  if (form.running !== null || arrived.version < form.stored.version) return form
  if (!isDirty(form)) return { ...form, stored: arrived, draft: draftOf(arrived), conflict: null }
  if (arrived.version > form.stored.version) return { ...form, conflict: arrived }
  // What the device has taken over may be news; without a version of its own the rest may have followed the account.
  return { ...form, stored: arrived }
}

/** Same values, in whatever order an object's keys come: the database keeps them in its own. */
export function isSame(one: unknown, other: unknown): boolean {
  if (!isObject(one) || !isObject(other)) return Object.is(one, other)
  const keys = Object.keys(one)
  return (
    Array.isArray(one) === Array.isArray(other) &&
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isSame(one[key], other[key]))
  )
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

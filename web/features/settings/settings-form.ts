import type { Instant } from '#contract/base/place.ts'
import type { LedSettings, WarningSettings } from '#contract/settings/settings.ts'
import { isSame } from '#domain/offline/merge.ts'

/** What can be edited. Numbers that are being typed may be NaN, times empty. `led` only if there is a device. */
export interface Draft {
  settings: WarningSettings
  led: LedSettings | null
}

/** What the server keeps, as far as it is known here. */
export interface StoredSettings extends Draft {
  version: number
  updatedAt: Instant | null
  /** The version that the device last reported to use; null for an account, and before a device has reported anything. */
  applied: { version: number; at: Instant } | null
}

export interface SettingsFormState {
  stored: StoredSettings
  draft: Draft
  running: 'save' | 'reset' | null
  /** What somebody else has saved meanwhile, until it is decided which settings to keep. */
  conflict: StoredSettings | null
  failure: string | null
  /** When this form was last saved. */
  savedAt: Instant | null
}

export type SettingsEvent =
  | { type: 'changed'; draft: Draft }
  | { type: 'discarded' }
  /** The settings were fetched again automatically. */
  | { type: 'arrived'; stored: StoredSettings }
  | { type: 'started'; action: 'save' | 'reset' }
  /** A part of what is being saved is saved. */
  | { type: 'stored'; stored: StoredSettings }
  | { type: 'finished'; at: Instant }
  /** There is no connection: what was to be saved waits for one. */
  | { type: 'kept'; draft: Draft }
  | { type: 'failed'; message: string }
  | { type: 'refused'; theirs: StoredSettings }
  /** The other's settings are taken, what was typed here is given up. */
  | { type: 'theirsTaken' }
  | { type: 'overwriting'; theirs: StoredSettings }

export function settingsFormOf(stored: StoredSettings): SettingsFormState {
  return { stored, draft: draftOf(stored), running: null, conflict: null, failure: null, savedAt: null }
}

/** The form that was left behind when its session ended, with what the server says now; a new one if there is none. */
export function formAfter(left: SettingsFormState | null, arrived: StoredSettings): SettingsFormState {
  if (left === null) return settingsFormOf(arrived)
  return formAfterEvent({ ...settingsFormOf(left.stored), draft: left.draft }, { type: 'arrived', stored: arrived })
}

/** The form after an event. What was typed is lost only by `discarded`, `theirsTaken` and a finished reset. */
export function formAfterEvent(form: SettingsFormState, event: SettingsEvent): SettingsFormState {
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
      // After a reset the draft is what is stored; after saving, what was typed meanwhile stays.
      return { ...form, stored: event.stored, ...(form.running === 'reset' && { draft: draftOf(event.stored) }) }
    case 'finished':
      return { ...form, running: null, conflict: null, savedAt: event.at }
    case 'kept':
      return {
        ...form,
        running: null,
        conflict: null,
        stored: { ...form.stored, ...event.draft },
        // What was typed meanwhile stays, except by a reset.
        ...(form.running === 'reset' && { draft: event.draft }),
      }
    case 'failed':
      return { ...form, running: null, failure: event.message }
    case 'refused':
      return { ...form, running: null, conflict: event.theirs }
    case 'theirsTaken':
      return form.conflict === null ? form : { ...settingsFormOf(form.conflict), savedAt: form.savedAt }
    case 'overwriting':
      return { ...form, stored: event.theirs, running: 'save', conflict: null, failure: null }
  }
}

/** Whether anything would be lost by leaving. */
export function isDirty({ draft, stored }: SettingsFormState): boolean {
  return !isSame(draft, draftOf(stored))
}

/** Which of the two parts differ: each is saved by a separate call. */
export function changedParts(draft: Draft, stored: Draft): { settings: boolean; led: boolean } {
  return { settings: !isSame(draft.settings, stored.settings), led: !isSame(draft.led, stored.led) }
}

export function draftOf({ settings, led }: Draft): Draft {
  return { settings, led }
}

function afterArrival(form: SettingsFormState, arrived: StoredSettings): SettingsFormState {
  if (form.running !== null || arrived.version < form.stored.version) return form
  if (!isDirty(form)) return { ...form, stored: arrived, draft: draftOf(arrived), conflict: null }
  // What was kept without a connection is saved by now.
  if (isSame(draftOf(arrived), draftOf(form.stored))) return { ...form, stored: arrived }
  if (arrived.version > form.stored.version) return { ...form, conflict: arrived }
  // What the device has taken over may be new. Without a version of its own, the rest may have followed the account.
  return { ...form, stored: arrived }
}

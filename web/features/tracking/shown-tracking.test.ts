import { describe, expect, it } from 'vitest'
import { trackingPurposes } from '#contract/consents/consents.ts'
import type { TrackingMode, TrackingState } from '#contract/tracking/tracking.ts'
import { afterClick, afterStored, type ModeChoice, noChoice } from './settings/mode-choice.ts'
import {
  isAnythingInForce,
  isConsentTicked,
  isLocked,
  mayStart,
  missingForEnabling,
  noDevice,
  purposesAsked,
  purposesToRenew,
  type Running,
  shownTracking,
  type ShownTracking,
  recordsOnlyTheft,
  showsMovement,
} from './shown-tracking.ts'
import { consentsTo } from './test-screen.ts'
import type { TrackingChange } from './settings/tracking-changes.ts'

const deviceId = 'device-a'
const consentTimestamp = '2026-06-13T10:00:00Z'

function state(trackingEnabled: boolean, trackingMode: TrackingMode | null, consentGiven: boolean): TrackingState {
  return {
    trackingEnabled,
    licenceEndedAt: null,
    settings: { trackingMode, consentGiven, consentTimestamp: consentGiven ? consentTimestamp : null },
    consents: consentsTo(consentGiven ? trackingPurposes : [], consentTimestamp),
    renewConsentBy: null,
  }
}

/** The screen of the device after a series of answers and clicks, and a change that is under way. */
interface Story {
  stored?: TrackingState
  clicks?: readonly TrackingMode[]
  hasFailed?: boolean
  change?: TrackingChange
  deleting?: boolean
}

function screenOf({ stored, clicks = [], hasFailed = false, change, deleting = false }: Story) {
  const show = ({ mode }: ModeChoice) =>
    shownTracking({ deviceId, stored, hasFailed, mode, change: change ?? null, deleting })
  const choice = clicks.reduce(
    (before, mode) => afterClick(before, mode, show(before)),
    afterStored(noChoice, deviceId, stored),
  )
  return { choice, shown: show(choice) }
}

const off = { stored: state(false, null, false) }
const consented = { stored: state(false, null, true) }
const ready = { stored: state(false, 'BOTH', true) }
const on = { stored: state(true, 'THEFT', true) }
const enable: TrackingChange = { action: 'enable', mode: 'BOTH' }
const consent = (consentGiven: boolean): TrackingChange => ({
  action: 'consent',
  consentGiven,
  purposes: trackingPurposes,
})
const everything: Running[] = ['enable', 'disable', 'consent', 'withdraw', 'delete']

describe('the tracking screen', () => {
  it('begins without a device, and with nothing given or chosen', () => {
    expect(noDevice).toMatchObject({ deviceId: null, trackingEnabled: false, mode: null, consentGiven: false })
  })

  describe('mode', () => {
    it.each([
      { name: 'a click chooses', from: off, clicks: ['THEFT'], mode: 'THEFT' },
      { name: 'a click on another one changes it', from: off, clicks: ['THEFT', 'BOTH'], mode: 'BOTH' },
      { name: 'a click on the chosen one deselects it', from: off, clicks: ['BOTH', 'BOTH'], mode: null },
      { name: 'a click on the stored one deselects it, too', from: ready, clicks: ['BOTH'], mode: null },
      { name: 'it is locked while tracking is on', from: on, clicks: ['BOTH'], mode: 'THEFT' },
      {
        name: 'it is locked while something runs',
        from: { ...ready, change: enable },
        clicks: ['THEFT'],
        mode: 'BOTH',
      },
      { name: 'it is locked before the settings are known', from: {}, clicks: ['THEFT'], mode: null },
    ] as const)('$name', ({ from, clicks, mode }) => {
      expect(screenOf({ ...from, clicks }).shown.mode).toBe(mode)
    })

    it('cannot be chosen without a device', () => {
      expect(afterClick(noChoice, 'THEFT', noDevice).mode).toBeNull()
    })
  })

  describe('consent', () => {
    it('is shown at once and kept once it is stored', () => {
      const saving = screenOf({ ...off, change: consent(true) }).shown
      expect(saving).toMatchObject({ consentGiven: false, running: 'consent' })
      expect(isConsentTicked(saving)).toBe(true)
      const saved = screenOf({ stored: state(false, null, true) }).shown
      expect(saved).toMatchObject({ consentGiven: true, consentTimestamp, running: null })
      expect(isConsentTicked(saved)).toBe(true)
    })

    it.each([
      { from: off, given: true },
      { from: ready, given: false },
    ])('reverts if storing $given fails', ({ from, given }) => {
      expect(isConsentTicked(screenOf({ ...from, change: consent(given) }).shown)).toBe(given)
      expect(isConsentTicked(screenOf(from).shown)).toBe(!given)
    })

    it('that equals the stored one stays as it is stored if saving fails', () => {
      expect(isConsentTicked(screenOf({ ...ready, change: consent(true) }).shown)).toBe(true)
      expect(isConsentTicked(screenOf(ready).shown)).toBe(true)
    })

    it('cannot be changed while tracking is on, or before the settings are known', () => {
      expect(mayStart(screenOf(on).shown, 'consent')).toBe(false)
      expect(mayStart(screenOf({}).shown, 'consent')).toBe(false)
    })

    it.each([
      { name: 'was chosen', clicks: ['MOVEMENT'], mode: 'MOVEMENT' },
      { name: 'was taken back', clicks: ['BOTH'], mode: null },
    ] as const)('that is stored leaves alone the mode that $name before', ({ clicks, mode }) => {
      const { choice } = screenOf({ ...ready, clicks })
      expect(afterStored(choice, deviceId, state(false, 'BOTH', false)).mode).toBe(mode)
    })
  })

  describe('enabling', () => {
    it.each([
      { name: 'without a device', from: noDevice, missing: 'device' },
      { name: 'without consent', from: screenOf({ ...off, clicks: ['BOTH'] }).shown, missing: 'consent' },
      { name: 'without a mode', from: screenOf(consented).shown, missing: 'mode' },
    ])('is not begun $name', ({ from, missing }) => {
      expect(missingForEnabling(from)).toBe(missing)
      expect(mayStart(from, 'enable')).toBe(false)
    })

    it('is begun once, however often it is clicked', () => {
      expect(mayStart(screenOf(ready).shown, 'enable')).toBe(true)
      const running = screenOf({ ...ready, change: enable }).shown
      expect(running.running).toBe('enable')
      expect(everything.filter((action) => mayStart(running, action))).toEqual([])
    })

    it('that succeeded locks mode and consent', () => {
      const enabled = screenOf({ stored: state(true, 'BOTH', true) }).shown
      expect(enabled).toMatchObject({ trackingEnabled: true, running: null })
      expect(isLocked(enabled)).toBe(true)
    })

    it('waits while positions are deleted, as everything does', () => {
      const deleting = screenOf({ ...ready, deleting: true }).shown
      expect(deleting.running).toBe('delete')
      expect(everything.filter((action) => mayStart(deleting, action))).toEqual([])
    })
  })

  describe('disabling', () => {
    it('cannot begin while tracking is off', () => {
      expect(mayStart(screenOf(ready).shown, 'disable')).toBe(false)
      expect(mayStart(screenOf(on).shown, 'disable')).toBe(true)
    })
  })

  describe('withdrawing', () => {
    it('ends consent and tracking in one step, also while tracking is on', () => {
      expect(mayStart(screenOf(on).shown, 'withdraw')).toBe(true)
      const withdrawn = screenOf({ stored: state(false, null, false) }).shown
      expect(withdrawn).toMatchObject({ trackingEnabled: false, consentGiven: false, consentTimestamp: null })
    })
  })

  describe('what was changed elsewhere', () => {
    it.each([
      { name: 'switched on', from: ready, stored: state(true, 'THEFT', true), mode: 'THEFT' },
      { name: 'switched off', from: on, stored: state(false, 'THEFT', true), mode: 'THEFT' },
      { name: 'withdrawn', from: on, stored: state(false, 'THEFT', false), mode: 'THEFT' },
      {
        name: 'not the mode that is being chosen here',
        from: { ...off, clicks: ['MOVEMENT'] },
        stored: state(false, 'THEFT', true),
        mode: 'MOVEMENT',
      },
    ] as const)('is shown: $name', ({ from, stored, mode }) => {
      const choice = afterStored(screenOf(from).choice, deviceId, stored)
      const shown = shownTracking({
        deviceId,
        stored,
        hasFailed: false,
        mode: choice.mode,
        change: null,
        deleting: false,
      })
      const { trackingEnabled, settings } = stored
      const { consentGiven } = settings
      expect(shown).toMatchObject({ trackingEnabled, consentGiven, mode, running: null })
    })

    it('is shown even if it could not be loaded before, with a mode that was chosen meanwhile', () => {
      const { choice } = screenOf({ hasFailed: true, clicks: ['MOVEMENT'] })
      const stored = state(false, 'BOTH', true)
      const next = afterStored(choice, deviceId, stored)
      const shown = shownTracking({
        deviceId,
        stored,
        hasFailed: false,
        mode: next.mode,
        change: null,
        deleting: false,
      })
      expect(shown).toMatchObject({ settings: 'known', consentGiven: true, mode: 'MOVEMENT' })
    })

    it('is not undone by a refresh that failed', () => {
      expect(screenOf({ ...on, hasFailed: true }).shown).toEqual(screenOf(on).shown)
    })
  })

  describe('another device', () => {
    it('resets consent, mode, map and positions, and loads its settings', () => {
      const { choice } = screenOf({ ...ready, clicks: ['MOVEMENT'] })
      const next = afterStored(choice, 'device-b', undefined)
      const shown: ShownTracking = shownTracking({
        deviceId: 'device-b',
        stored: undefined,
        hasFailed: false,
        mode: next.mode,
        change: null,
        deleting: false,
      })
      expect(shown).toEqual({ ...noDevice, deviceId: 'device-b', settings: 'loading' })
    })
  })

  it('whose settings cannot be loaded has empty ones', () => {
    expect(screenOf({ hasFailed: true }).shown).toEqual({ ...noDevice, deviceId, settings: 'failed' })
  })

  it.each([
    { mode: null, shows: true },
    { mode: 'MOVEMENT', shows: true },
    { mode: 'BOTH', shows: true },
    { mode: 'THEFT', shows: false },
  ] as const)('with the mode $mode shows the movement profile: $shows', ({ mode, shows }) => {
    expect(showsMovement({ ...screenOf(ready).shown, mode })).toBe(shows)
  })

  it.each([
    { trackingEnabled: true, mode: 'THEFT', only: true },
    { trackingEnabled: true, mode: 'BOTH', only: false },
    { trackingEnabled: false, mode: 'THEFT', only: false },
  ] as const)('switched on: $trackingEnabled, with the mode $mode, records only for the theft alarm: $only', (each) => {
    expect(recordsOnlyTheft({ ...screenOf(ready).shown, ...each })).toBe(each.only)
  })

  describe('consent by purpose', () => {
    const shownOf = (stored: TrackingState, clicks: readonly TrackingMode[] = []) => screenOf({ stored, clicks }).shown
    const theftOnly = { ...state(false, null, true), consents: consentsTo(['theft-alarm'], consentTimestamp) }

    it.each([
      { clicks: [], ticked: true, missing: 'mode' },
      { clicks: ['THEFT'], ticked: true, missing: null },
      { clicks: ['MOVEMENT'], ticked: false, missing: 'consent' },
      { clicks: ['BOTH'], ticked: false, missing: 'consent' },
    ] as const)('to the theft alarm alone, with $clicks chosen: ticked $ticked', ({ clicks, ticked, missing }) => {
      const shown = shownOf(theftOnly, clicks)
      expect(isConsentTicked(shown)).toBe(ticked)
      expect(missingForEnabling(shown)).toBe(missing)
    })

    it('is asked for the purposes of the chosen mode, or for both', () => {
      expect(purposesAsked('MOVEMENT')).toEqual(['movement-profile'])
      expect(purposesAsked(null)).toEqual(trackingPurposes)
    })

    const former = (enabled: boolean): TrackingState => ({
      ...state(enabled, 'BOTH', true),
      consents: trackingPurposes.map((purpose) => ({ purpose, state: 'asked-anew', at: consentTimestamp, version: 1 })),
    })

    it('to a former text stays ticked while tracking goes on, and can be renewed meanwhile', () => {
      const running = shownOf(former(true))
      expect(isConsentTicked(running)).toBe(true)
      expect(purposesToRenew(running)).toEqual(trackingPurposes)
      expect(mayStart(running, 'renew')).toBe(true)
      expect(mayStart(running, 'consent')).toBe(false)
    })

    it('to a former text is not ticked once tracking is off, but can be withdrawn', () => {
      const stopped = shownOf(former(false))
      expect(isConsentTicked(stopped)).toBe(false)
      expect(mayStart(stopped, 'enable')).toBe(false)
      expect(mayStart(stopped, 'renew')).toBe(false)
      expect(isAnythingInForce(stopped)).toBe(true)
      expect(isAnythingInForce(shownOf(state(false, null, false)))).toBe(false)
    })
  })
})

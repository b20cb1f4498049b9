import { describe, expect, it } from 'vitest'
import type { Position, TrackingMode, TrackingState } from '#contract/tracking.ts'
import {
  afterEvent,
  isConsentTicked,
  isLocked,
  missingForEnabling,
  noDevice,
  showsMovement,
  type TrackingEvent,
  type TrackingScreen,
} from './tracking-screen.ts'

const deviceId = 'device-a'
const consentTimestamp = '2026-06-13T10:00:00Z'

function state(trackingEnabled: boolean, trackingMode: TrackingMode | null, consentGiven: boolean): TrackingState {
  return {
    trackingEnabled,
    licenceEndedAt: null,
    settings: { trackingMode, consentGiven, consentTimestamp: consentGiven ? consentTimestamp : null },
  }
}

const positions: Position[] = [
  { latitude: 49, longitude: 8.4, recordedAt: '2026-06-13T10:00:00Z', accuracy: 5 },
  { latitude: 49.1, longitude: 8.4, recordedAt: '2026-06-13T10:01:00Z' },
]

/** The screen after a row of events, from before a device is chosen. */
function after(...events: TrackingEvent[]): TrackingScreen {
  return events.reduce(afterEvent, noDevice)
}

const chosen: TrackingEvent = { type: 'deviceChosen', deviceId }
const loaded = (loadedState: TrackingState): TrackingEvent => ({ type: 'settingsLoaded', deviceId, state: loadedState })
const click = (mode: TrackingMode): TrackingEvent => ({ type: 'modeClicked', mode })
const enable: TrackingEvent = { type: 'started', action: 'enable' }
const disable: TrackingEvent = { type: 'started', action: 'disable' }
const consent = (consentGiven: boolean): TrackingEvent => ({ type: 'started', action: 'consent', consentGiven })
const range = { start: '2026-06-12T10:00:00Z', end: '2026-06-13T10:00:00Z' }
const search: TrackingEvent = { type: 'searchStarted', range }
const found = { type: 'historyLoaded', deviceId, range, positions, truncated: false } as const

const off = after(chosen, loaded(state(false, null, false)))
const consented = after(chosen, loaded(state(false, null, true)))
const ready = after(chosen, loaded(state(false, 'BOTH', true)))
const on = after(chosen, loaded(state(true, 'THEFT', true)))

describe('the tracking screen', () => {
  it('begins without a device, and with nothing given or chosen', () => {
    expect(noDevice).toMatchObject({ deviceId: null, trackingEnabled: false, mode: null, consentGiven: false })
  })

  describe('mode', () => {
    it.each([
      { name: 'a click chooses', from: off, clicks: ['THEFT'], mode: 'THEFT' },
      { name: 'a click on another one changes it', from: off, clicks: ['THEFT', 'BOTH'], mode: 'BOTH' },
      { name: 'a click on the chosen one deselects it', from: off, clicks: ['BOTH', 'BOTH'], mode: null },
      { name: 'also on the one that was stored', from: ready, clicks: ['BOTH'], mode: null },
      { name: 'it is locked while tracking is on', from: on, clicks: ['BOTH'], mode: 'THEFT' },
      { name: 'it is locked while something runs', from: afterEvent(ready, enable), clicks: ['THEFT'], mode: 'BOTH' },
      { name: 'there is none to choose without a device', from: noDevice, clicks: ['THEFT'], mode: null },
    ] as const)('$name', ({ from, clicks, mode }) => {
      expect(clicks.map(click).reduce(afterEvent, from).mode).toBe(mode)
    })
  })

  describe('consent', () => {
    it('is shown at once and kept once it is stored', () => {
      const saving = afterEvent(off, consent(true))
      expect(saving).toMatchObject({ consentGiven: false, running: 'consent' })
      expect(isConsentTicked(saving)).toBe(true)
      const saved = afterEvent(saving, {
        type: 'succeeded',
        deviceId,
        action: 'consent',
        state: state(false, null, true),
      })
      expect(saved).toMatchObject({ consentGiven: true, consentTimestamp, running: null })
      expect(isConsentTicked(saved)).toBe(true)
    })

    it.each([
      { from: off, given: true },
      { from: ready, given: false },
    ])('reverts where storing $given fails', ({ from, given }) => {
      const reverted = [consent(given), { type: 'failed', deviceId, action: 'consent' } as const].reduce(
        afterEvent,
        from,
      )
      expect(reverted).toEqual(from)
      expect(isConsentTicked(reverted)).toBe(!given)
    })

    it('that was meant for what is stored already stays as it is stored where that fails', () => {
      const failed = [consent(true), { type: 'failed', deviceId, action: 'consent' } as const].reduce(afterEvent, ready)
      expect(isConsentTicked(failed)).toBe(true)
    })

    it('cannot be changed while tracking is on, or before the settings are known', () => {
      expect(afterEvent(on, consent(false))).toBe(on)
      const loading = after(chosen)
      expect(afterEvent(loading, consent(true))).toBe(loading)
    })

    it.each([
      { name: 'was chosen', clicks: ['MOVEMENT'], mode: 'MOVEMENT' },
      { name: 'was taken back', clicks: ['BOTH'], mode: null },
    ] as const)('that is stored leaves alone what $name of the mode before', ({ clicks, mode }) => {
      const asked = [...clicks.map(click), consent(false)].reduce(afterEvent, ready)
      const stored = afterEvent(asked, {
        type: 'succeeded',
        deviceId,
        action: 'consent',
        state: state(false, 'BOTH', false),
      })
      expect(stored.mode).toBe(mode)
    })
  })

  describe('enabling', () => {
    it.each([
      { name: 'without a device', from: noDevice, missing: 'device' },
      { name: 'without consent', from: afterEvent(off, click('BOTH')), missing: 'consent' },
      { name: 'without a mode', from: consented, missing: 'mode' },
    ])('is not begun $name', ({ from, missing }) => {
      expect(missingForEnabling(from)).toBe(missing)
      expect(afterEvent(from, enable)).toBe(from)
    })

    it('is begun once, however often it is clicked', () => {
      const running = afterEvent(ready, enable)
      expect(running.running).toBe('enable')
      expect(afterEvent(running, enable)).toBe(running)
      expect(afterEvent(running, disable)).toBe(running)
      expect(afterEvent(running, consent(false))).toBe(running)
    })

    it('that succeeded locks mode and consent', () => {
      const enabled = [
        enable,
        { type: 'succeeded', deviceId, action: 'enable', state: state(true, 'BOTH', true) } as const,
      ].reduce(afterEvent, ready)
      expect(enabled).toMatchObject({ trackingEnabled: true, running: null })
      expect(isLocked(enabled)).toBe(true)
    })

    it('that failed leaves everything as it was', () => {
      const failed = [enable, { type: 'failed', deviceId, action: 'enable' } as const].reduce(afterEvent, ready)
      expect(failed).toEqual(ready)
    })
  })

  describe('disabling', () => {
    it('is nothing to begin while tracking is off', () => {
      expect(afterEvent(ready, disable)).toBe(ready)
    })

    it('clears map and positions', () => {
      const withMap = [search, found].reduce(afterEvent, on)
      expect(withMap.history).toMatchObject({ searched: true, positions })
      const disabled = [
        disable,
        { type: 'succeeded', deviceId, action: 'disable', state: state(false, 'THEFT', true) } as const,
      ].reduce(afterEvent, withMap)
      expect(disabled).toMatchObject({ trackingEnabled: false, history: { searched: false, positions: [] } })
    })
  })

  describe('withdrawing', () => {
    it('ends consent and tracking in one step, also while tracking is on', () => {
      const withdrawn = [
        { type: 'started', action: 'withdraw' } as const,
        { type: 'succeeded', deviceId, action: 'withdraw', state: state(false, null, false) } as const,
      ].reduce(afterEvent, on)
      expect(withdrawn).toMatchObject({ trackingEnabled: false, consentGiven: false, consentTimestamp: null })
    })
  })

  describe('deleting the positions', () => {
    it('clears the map and changes nothing else', () => {
      const withMap = [search, found].reduce(afterEvent, on)
      const emptied = [
        { type: 'started', action: 'delete' } as const,
        { type: 'succeeded', deviceId, action: 'delete', state: null, deleted: true } as const,
      ].reduce(afterEvent, withMap)
      expect(emptied).toEqual(on)
    })
  })

  describe('history', () => {
    it('needs a device', () => {
      expect(afterEvent(noDevice, search)).toBe(noDevice)
    })

    it('is told apart: not asked for, asked for and empty', () => {
      expect(ready.history.searched).toBe(false)
      const empty = [search, { ...found, positions: [] }].reduce(afterEvent, ready)
      expect(empty.history).toMatchObject({ searched: true, searching: false, positions: [] })
    })

    it('is asked for once at a time', () => {
      const searching = afterEvent(ready, search)
      expect(afterEvent(searching, search)).toBe(searching)
    })

    it('of another range is asked for at once, and only its answer is shown', () => {
      const other = { start: '2026-06-11T10:00:00Z', end: '2026-06-12T10:00:00Z' }
      const asked = [search, { type: 'searchStarted', range: other } as const].reduce(afterEvent, ready)
      expect(afterEvent(asked, found)).toBe(asked)
      expect(afterEvent(asked, { ...found, range: other }).history).toMatchObject({ searching: false, positions })
    })

    it('keeps what was found before until the answer comes', () => {
      const again = [search, found, { type: 'positionSelected', index: 1 } as const, search].reduce(afterEvent, ready)
      expect(again.history).toMatchObject({ searching: true, positions, selected: 1, answered: range })
    })

    it.each([
      { name: 'stays at its position where that is found again', again: positions.slice(1), selected: 0 },
      { name: 'closes where its position is not found again', again: positions.slice(0, 1), selected: null },
    ])('leaves the popup that was opened meanwhile: it $name', ({ again, selected }) => {
      const select = { type: 'positionSelected', index: 1 } as const
      const answer = { ...found, positions: again.map((position) => ({ ...position })) }
      const answered = [search, found, search, select, answer].reduce(afterEvent, ready)
      expect(answered.history).toMatchObject({ searching: false, positions: again, selected })
    })

    it('names the search it answers: the same while what comes live is added, another one at the next', () => {
      const shown = [search, found].reduce(afterEvent, ready)
      expect(shown.history.answered).toBe(range)
      const live = { type: 'historyRenewed', deviceId, instead: shown.history, positions, truncated: false } as const
      expect(afterEvent(shown, live).history.answered).toBe(range)
      const anew = { ...range }
      const next = [{ type: 'searchStarted', range: anew } as const, { ...found, range: anew }].reduce(
        afterEvent,
        shown,
      )
      expect(next.history.answered).toBe(anew)
    })

    it('is left where nothing is asked for any more, and its answer is not waited for', () => {
      const left = [search, found, search, { type: 'historyLeft' } as const].reduce(afterEvent, ready)
      expect(left).toEqual(ready)
      expect(afterEvent(left, found)).toBe(left)
      expect(afterEvent(left, { type: 'historyLeft' })).toBe(left)
    })

    it('that could not be loaded counts as not asked for', () => {
      const failed = [search, { type: 'historyFailed', deviceId, range } as const].reduce(afterEvent, ready)
      expect(failed.history).toMatchObject({ searched: false, searching: false })
    })

    it('that arrives after tracking was switched off stays away', () => {
      const disabled = [
        search,
        disable,
        { type: 'succeeded', deviceId, action: 'disable', state: state(false, 'THEFT', true) } as const,
        found,
      ].reduce(afterEvent, on)
      expect(disabled.history.positions).toEqual([])
    })
  })

  describe('what was changed elsewhere', () => {
    it.each([
      { name: 'switched on', from: ready, told: state(true, 'THEFT', true), mode: 'THEFT' },
      { name: 'switched off', from: on, told: state(false, 'THEFT', true), mode: 'THEFT' },
      { name: 'withdrawn', from: on, told: state(false, 'THEFT', false), mode: 'THEFT' },
      {
        name: 'not the mode that is being chosen here',
        from: afterEvent(off, click('MOVEMENT')),
        told: state(false, 'THEFT', true),
        mode: 'MOVEMENT',
      },
    ])('is shown: $name', ({ from, told, mode }) => {
      const { trackingEnabled, settings } = told
      const { consentGiven } = settings
      expect(afterEvent(from, loaded(told))).toMatchObject({ trackingEnabled, consentGiven, mode, running: null })
    })

    it('waits until what is under way here is done', () => {
      const saving = afterEvent(off, consent(true))
      expect(afterEvent(saving, loaded(state(false, null, false)))).toBe(saving)
    })

    it('is shown also where it could not be loaded before, beside a mode that was chosen meanwhile', () => {
      const failed = after(chosen, { type: 'settingsFailed', deviceId }, click('MOVEMENT'))
      expect(afterEvent(failed, loaded(state(false, 'BOTH', true)))).toMatchObject({
        settings: 'known',
        consentGiven: true,
        mode: 'MOVEMENT',
      })
    })

    it('is not undone by a look that failed', () => {
      expect(afterEvent(on, { type: 'settingsFailed', deviceId })).toBe(on)
    })
  })

  describe('another device', () => {
    it('resets consent, mode, map and positions, and loads its settings', () => {
      const withMap = [search, found].reduce(afterEvent, ready)
      expect(afterEvent(withMap, { type: 'deviceChosen', deviceId: 'device-b' })).toEqual({
        ...noDevice,
        deviceId: 'device-b',
        settings: 'loading',
      })
    })

    it.each<TrackingEvent>([
      loaded(state(true, 'BOTH', true)),
      found,
      { type: 'settingsFailed', deviceId },
      { type: 'failed', deviceId, action: 'consent' },
      { type: 'succeeded', deviceId, action: 'enable', state: state(true, 'BOTH', true) },
    ])('is not touched by an answer about the one before: $type', (late) => {
      const other = after(chosen, { type: 'deviceChosen', deviceId: 'device-b' })
      expect(afterEvent(other, late)).toBe(other)
    })
  })

  it('whose settings cannot be loaded has empty ones', () => {
    expect(after(chosen, { type: 'settingsFailed', deviceId })).toEqual({ ...noDevice, deviceId, settings: 'failed' })
  })

  it.each([
    { mode: null, shows: true },
    { mode: 'MOVEMENT', shows: true },
    { mode: 'BOTH', shows: true },
    { mode: 'THEFT', shows: false },
  ] as const)('with the mode $mode shows the movement profile: $shows', ({ mode, shows }) => {
    expect(showsMovement({ ...ready, mode })).toBe(shows)
  })
})

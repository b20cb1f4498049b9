import { describe, expect, it } from 'vitest'
import type { TrackingState } from '#contract/tracking/tracking.ts'
import {
  closeScreensAfterEach,
  consent,
  enable,
  network,
  screenWith,
  settled,
  state,
  withdraw,
} from '#web/features/tracking/test-screen.ts'
import type { TrackingDoor } from '#web/features/tracking/tracking-door.ts'
import { CallProblem } from '#web/api/calls/call-problem.ts'

closeScreensAfterEach()

describe('settings that cannot be loaded', () => {
  it('are empty', async () => {
    const { known, hasFailed } = screenWith({ settings: () => Promise.reject(network) })
    await settled()
    expect(known()).toBeUndefined()
    expect(hasFailed()).toBe(true)
  })
})

describe('renewing how the device is recorded', () => {
  it('shows what was changed elsewhere, and does not report a failure', async () => {
    const answers = [state(false, true), state(true, true)]
    const { renew, known, said } = screenWith({ settings: async () => answers.shift() ?? Promise.reject(network) })
    await settled()
    await renew()
    expect(known()).toEqual(state(true, true))
    await renew()
    expect(known()).toEqual(state(true, true))
    expect(said).toEqual([])
  })

  /** A server whose answers about the settings wait until they are given. */
  async function asking(differences: Partial<TrackingDoor> = {}) {
    const looks: PromiseWithResolvers<TrackingState>[] = []
    const screen = screenWith({
      settings: () => {
        const look = Promise.withResolvers<TrackingState>()
        looks.push(look)
        return look.promise
      },
      ...differences,
    })
    const answer = async (index: number, known: TrackingState) => {
      looks[index]?.resolve(known)
      await settled()
    }
    await answer(0, state(false, true))
    return { ...screen, looks, answer }
  }

  it('ignores an answer that was requested before something was changed here', async () => {
    const { start, renew, known, answer } = await asking()
    void renew()
    await start(enable)
    await answer(1, state(false, true))
    expect(known()?.trackingEnabled).toBe(true)
  })

  it('requests nothing while something is changed here: the answer may be outdated; the end of the change requests it', async () => {
    const enabling = Promise.withResolvers<TrackingState>()
    const { start, renew, known, looks, answer } = await asking({ enable: () => enabling.promise })
    const started = start(enable)
    await settled()
    await renew()
    expect(looks).toHaveLength(1)
    enabling.resolve(state(true, true))
    await started
    expect(known()?.trackingEnabled).toBe(true)
    expect(looks).toHaveLength(2)
    await answer(1, state(false, true))
    expect(known()?.trackingEnabled).toBe(false)
  })

  it('uses the answer to the last request, whichever comes first', async () => {
    const { renew, known, answer } = await asking()
    void renew()
    void renew()
    await settled()
    await answer(2, state(true, true))
    await answer(1, state(false, true))
    expect(known()?.trackingEnabled).toBe(true)
  })

  it('ignores answers from before the device was chosen again, and those of another device', async () => {
    const { choose, renew, known, answer, looks } = await asking()
    void renew()
    choose('b')
    expect(known()).toBeUndefined()
    choose('a')
    await settled()
    expect(looks).toHaveLength(4)
    await answer(3, state(true, true))
    await answer(1, state(false, false))
    await answer(2, state(false, false))
    expect(known()).toEqual(state(true, true))
  })

  it('happens when a change begun under an earlier choice of the device ends, which ends no other change', async () => {
    const first = Promise.withResolvers<TrackingState>()
    const answers = [first.promise, Promise.withResolvers<TrackingState>().promise]
    const { start, choose, running, said, looks, answer } = await asking({
      consent: () => answers.shift() ?? first.promise,
    })
    void start(consent(false))
    choose('b')
    choose('a')
    expect(running()).toBeNull()
    await settled()
    await answer(looks.length - 1, state(false, true))
    const before = looks.length
    first.reject(network)
    await settled()
    expect(said).toEqual([])
    expect(looks).toHaveLength(before + 1)
    void start(consent(false))
    expect(running()).toBe('consent')
  })

  it('shows a change although its answer was lost', async () => {
    let stored = state(false, true)
    const { start, known, said, running } = screenWith({
      settings: async () => stored,
      withdraw: async () => {
        stored = state(false, false)
        throw network
      },
    })
    await settled()
    await start(withdraw(false))
    expect(said).toEqual(['Fehler beim Widerrufen der Einwilligung'])
    expect(known()?.settings.consentGiven).toBe(false)
    expect(running()).toBeNull()
  })

  it('shows a consent that was saved although the refresh afterwards failed', async () => {
    const answers = [state(false, false)]
    const { start, known, running, said } = screenWith({
      settings: async () => answers.shift() ?? Promise.reject(network),
    })
    await settled()
    await start(consent(true))
    expect(known()?.settings.consentGiven).toBe(true)
    expect(running()).toBeNull()
    expect(said).toEqual([])
  })

  it('loads the settings again if an action interrupted their loading', async () => {
    const { start, choose, known, answer, looks } = await asking()
    choose('b')
    await settled()
    const before = looks.length
    await start(withdraw(false))
    expect(looks).toHaveLength(before + 1)
    await answer(before, state(true, true))
    expect(known()).toEqual(state(true, true))
  })

  it('happens if the server refuses because the shown state is outdated', async () => {
    const conflict = new CallProblem('TRACKING_ACTIVE', 'Das Tracking läuft.', 409)
    const answers = [state(false, true), state(true, true)]
    const { start, known, running } = screenWith({
      settings: async () => answers.shift() ?? state(true, true),
      consent: () => Promise.reject(conflict),
    })
    await settled()
    await start(consent(false))
    expect(known()).toEqual(state(true, true))
    expect(running()).toBeNull()
  })
})

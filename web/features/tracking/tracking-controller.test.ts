import { describe, expect, it } from 'vitest'
import { problems } from '#contract/problem.ts'
import type { DeletionReceipt, Range, TrackingState } from '#contract/tracking.ts'
import { CallProblem, problemOfAnswer } from '#web/api/call-problem.ts'
import { createTrackingController, type TrackingDoor } from './tracking-controller.ts'

const range: Range = { start: '2026-06-12T10:00:00Z', end: '2026-06-13T10:00:00Z' }
const receipt: DeletionReceipt = { deleted: 1, span: null, deletedAt: range.end }
const network = new CallProblem('NETWORK_ERROR', 'Verbindungsfehler.', 0)

function state(trackingEnabled: boolean, consentGiven: boolean): TrackingState {
  return {
    trackingEnabled,
    licenceEndedAt: null,
    settings: { trackingMode: trackingEnabled ? 'BOTH' : null, consentGiven, consentTimestamp: null },
  }
}

/** A server that says yes to everything, but where told otherwise; and all that was asked of it and said to the user. */
function screenWith(differences: Partial<TrackingDoor> = {}) {
  const asked: string[] = []
  const said: string[] = []
  let stored = state(false, false)
  const door: TrackingDoor = {
    settings: async () => stored,
    enable: async (deviceId, mode) => {
      asked.push(`enable ${deviceId} ${mode}`)
      return (stored = state(true, true))
    },
    disable: async () => (stored = state(false, true)),
    consent: async (_, given) => (stored = state(false, given)),
    withdraw: async () => ({ ...(stored = state(false, false)), deleted: 7 }),
    deletePositions: async () => receipt,
    history: async () => ({ positions: [{ latitude: 49, longitude: 8, recordedAt: range.start }], truncated: false }),
    download: async (deviceId, format) => ({
      fileName: `device_${deviceId}_2026-06-13.${format}`,
      content: new Blob(['…']),
    }),
    save: ({ fileName }) => void asked.push(`save ${fileName}`),
    say: (message) => void said.push(message),
    ...differences,
  }
  return { controller: createTrackingController(door), asked, said }
}

async function readyToEnable(differences: Partial<TrackingDoor> = {}) {
  const parts = screenWith(differences)
  parts.controller.chooseDevice('a')
  await settled()
  await parts.controller.setConsent(true)
  parts.controller.clickMode('BOTH')
  return parts
}

/** Lets the settings of a chosen device arrive. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('enabling and disabling', () => {
  it('sends device and mode, and says that it worked', async () => {
    const { controller, asked, said } = await readyToEnable()
    await controller.enable()
    expect(asked).toEqual(['enable a BOTH'])
    expect(said).toEqual(['Tracking wurde erfolgreich aktiviert'])
    await controller.disable()
    expect(said.at(-1)).toBe('Tracking wurde erfolgreich deaktiviert')
  })

  it('asks the server once, however often it is clicked', async () => {
    const { controller, asked, said } = await readyToEnable()
    await Promise.all([controller.enable(), controller.enable(), controller.disable()])
    expect(asked).toEqual(['enable a BOTH'])
    expect(said).toHaveLength(1)
  })

  it.each([
    {
      name: 'the reason the server gives',
      error: new CallProblem('LICENSE_REQUIRED', 'Dieses Gerät braucht eine Lizenz.', 403),
      message: 'Dieses Gerät braucht eine Lizenz.',
    },
    {
      name: 'an unknown code’s message',
      error: problemOfAnswer(409, { error: { code: 'NEWER_THAN_THIS_BUILD', message: 'Das geht erst morgen.' } }, null),
      message: 'Das geht erst morgen.',
    },
    {
      name: 'a message without a code',
      error: problemOfAnswer(418, { message: 'Das geht erst morgen.' }, null),
      message: 'Das geht erst morgen.',
    },
    {
      name: 'what failed, where the answer has no words',
      error: problemOfAnswer(418, {}, null),
      message: 'Fehler beim Aktivieren des Trackings',
    },
    { name: 'what failed, without a connection', error: network, message: 'Fehler beim Aktivieren des Trackings' },
    {
      name: 'what failed, where the server broke down',
      error: new CallProblem('SERVER_ERROR', 'Serverfehler.', 500),
      message: 'Fehler beim Aktivieren des Trackings',
    },
  ])('says $name', async ({ error, message }) => {
    const { controller, said } = await readyToEnable({ enable: () => Promise.reject(error) })
    await controller.enable()
    expect(said).toEqual([message])
    expect(controller.current()).toMatchObject({ trackingEnabled: false, running: null })
  })

  it('says what could not be switched off', async () => {
    const { controller, said } = await readyToEnable({ disable: () => Promise.reject(network) })
    await controller.enable()
    await controller.disable()
    expect(said.at(-1)).toBe('Fehler beim Deaktivieren des Trackings')
    expect(controller.current().trackingEnabled).toBe(true)
  })
})

describe('consent', () => {
  it('is saved and the settings are loaded anew', async () => {
    const { controller, said } = await readyToEnable()
    expect(controller.current()).toMatchObject({ consentGiven: true, settings: 'known' })
    expect(said).toEqual([])
  })

  it('reverts in the demo, and says why', async () => {
    const error = new CallProblem('DEMO_READ_ONLY', problems.DEMO_READ_ONLY.message, 403)
    const { controller, said } = screenWith({ consent: () => Promise.reject(error) })
    controller.chooseDevice('a')
    await settled()
    await controller.setConsent(true)
    expect(controller.current().consentGiven).toBe(false)
    expect(said).toEqual([problems.DEMO_READ_ONLY.message])
  })

  it('reverts and says so where it cannot be saved', async () => {
    const { controller, said } = screenWith({ consent: () => Promise.reject(network) })
    controller.chooseDevice('a')
    await settled()
    await controller.setConsent(true)
    expect(controller.current().consentGiven).toBe(false)
    expect(said).toEqual(['Fehler beim Speichern der Einwilligung'])
  })

  it('that is withdrawn ends tracking and tells what was deleted', async () => {
    const { controller, said } = await readyToEnable()
    await controller.enable()
    await controller.withdraw(true)
    expect(controller.current()).toMatchObject({ trackingEnabled: false, consentGiven: false })
    expect(said.at(-1)).toContain('7 gespeicherte Positionen')
  })
})

describe('settings that cannot be loaded', () => {
  it('are empty', async () => {
    const { controller } = screenWith({ settings: () => Promise.reject(network) })
    controller.chooseDevice('a')
    await settled()
    expect(controller.current()).toMatchObject({ settings: 'failed', trackingEnabled: false, consentGiven: false })
  })
})

describe('history', () => {
  it('says when it could not be loaded', async () => {
    const { controller, said } = await readyToEnable({ history: () => Promise.reject(network) })
    await controller.search(range)
    expect(said).toEqual(['Fehler beim Laden des Positionsverlaufs'])
  })

  it('of a device that is no longer chosen is neither shown nor talked about', async () => {
    const { controller, said } = await readyToEnable({ history: () => Promise.reject(network) })
    const search = controller.search(range)
    controller.chooseDevice('b')
    await search
    expect(said).toEqual([])
    expect(controller.current().deviceId).toBe('b')
  })
})

describe('deleting positions', () => {
  it('asks for the range, empties the history and keeps the receipt until something else begins', async () => {
    const ranges: Partial<Range>[] = []
    const { controller, said } = await readyToEnable({
      deletePositions: async (_, wanted) => {
        ranges.push(wanted)
        return receipt
      },
    })
    await controller.search(range)
    await controller.deletePositions(range)
    expect(ranges).toEqual([range])
    expect(said).toEqual(['Gelöscht: 1 gespeicherte Position.'])
    expect(controller.current()).toMatchObject({ receipt, history: { searched: false, positions: [] } })
    await controller.enable()
    expect(controller.current().receipt).toBeNull()
  })
})

describe('a file', () => {
  it('is kept under the name that the server gave it', async () => {
    const { controller, asked, said } = await readyToEnable()
    await controller.download('gpx', range)
    await controller.download('csv', range)
    expect(asked).toEqual(['save device_a_2026-06-13.gpx', 'save device_a_2026-06-13.csv'])
    expect(said).toEqual(['GPX-Datei wurde erfolgreich heruntergeladen', 'CSV-Datei wurde erfolgreich heruntergeladen'])
  })

  it.each([
    { name: 'there is none', download: async () => null, message: 'Keine Daten im gewählten Zeitraum vorhanden' },
    {
      name: 'the session is over',
      download: () => Promise.reject(new CallProblem('UNAUTHORIZED', 'Bitte melden Sie sich an.', 401)),
      message: 'Sitzung abgelaufen. Bitte neu anmelden.',
    },
    { name: 'it fails', download: () => Promise.reject(network), message: 'Fehler beim Download der GPX-Datei' },
  ])('says so when $name', async ({ download, message }) => {
    const { controller, asked, said } = await readyToEnable({ download })
    await controller.download('gpx', range)
    expect(said).toEqual([message])
    expect(asked).toEqual([])
  })
})

describe('renewing the shown history', () => {
  const at = (minute: number) => ({ latitude: 49, longitude: 8, recordedAt: `2026-06-13T09:0${minute}:00.000Z` })

  it('puts what is newer in its place, and leaves the open popup at its position', async () => {
    const answers = [
      [at(1), at(2)],
      [at(2), at(3)],
    ]
    const { controller, said } = screenWith({
      history: async () => ({ positions: answers.shift() ?? [], truncated: false }),
    })
    controller.chooseDevice('a')
    await controller.search(range)
    controller.selectPosition(1)
    await controller.renew(range)
    expect(controller.current().history).toMatchObject({ positions: [at(2), at(3)], selected: 0, searched: true })
    await controller.renew(range)
    expect(controller.current().history).toMatchObject({ positions: [], selected: null })
    expect(said).toEqual([])
  })

  it('has to be done again where it comes during a search, whose answer may be older, or is overtaken by one', async () => {
    const answers = Array.from({ length: 3 }, () => Promise.withResolvers<{ positions: []; truncated: boolean }>())
    const asked: number[] = []
    const { controller } = screenWith({
      history: async () => {
        const answer = answers[asked.length]
        asked.push(1)
        return answer === undefined ? Promise.reject(network) : answer.promise
      },
    })
    controller.chooseDevice('a')
    const searching = controller.search(range)
    expect(await controller.renew(range)).toBe(false)
    expect(asked).toHaveLength(1)
    answers[0]?.resolve({ positions: [], truncated: false })
    await searching
    const renewing = controller.renew(range)
    void controller.search(range)
    answers[1]?.resolve({ positions: [], truncated: false })
    expect(await renewing).toBe(false)
  })

  it('asks for nothing before a search, says nothing of a failure, and never undoes what happened meanwhile', async () => {
    const asked: number[] = []
    let answer = Promise.resolve({ positions: [at(1)], truncated: false })
    const { controller, said } = screenWith({
      history: async () => {
        asked.push(1)
        return answer
      },
    })
    controller.chooseDevice('a')
    expect(await controller.renew(range)).toBe(true)
    expect(asked).toEqual([])
    await controller.search(range)
    answer = Promise.reject(network)
    expect(await controller.renew(range)).toBe(false)
    expect(controller.current().history.positions).toEqual([at(1)])

    const late = Promise.withResolvers<{ positions: ReturnType<typeof at>[]; truncated: boolean }>()
    answer = late.promise
    const renewing = controller.renew(range)
    await controller.deletePositions({})
    late.resolve({ positions: [at(1), at(2)], truncated: false })
    await renewing
    expect(controller.current().history).toMatchObject({ positions: [], searched: false })
    expect(said).toHaveLength(1)
  })
})

describe('renewing how the device is recorded', () => {
  it('shows what was changed elsewhere, and says nothing of a failure', async () => {
    const answers = [state(false, true), state(true, true)]
    const { controller, said } = screenWith({
      settings: async () => answers.shift() ?? Promise.reject(network),
    })
    controller.chooseDevice('a')
    await settled()
    expect(await controller.renewSettings()).toBe(true)
    expect(controller.current()).toMatchObject({ trackingEnabled: true, mode: 'BOTH' })
    expect(await controller.renewSettings()).toBe(false)
    expect(controller.current()).toMatchObject({ trackingEnabled: true, settings: 'known' })
    expect(said).toEqual([])
  })

  /** A server whose answers about the settings wait until they are given. */
  async function asking(differences: Partial<TrackingDoor> = {}) {
    const looks: PromiseWithResolvers<TrackingState>[] = []
    const parts = screenWith({
      settings: () => {
        const look = Promise.withResolvers<TrackingState>()
        looks.push(look)
        return look.promise
      },
      ...differences,
    })
    const answer = async (index: number, told: TrackingState) => {
      looks[index]?.resolve(told)
      await settled()
    }
    parts.controller.chooseDevice('a')
    await answer(0, state(false, true))
    return { ...parts, looks, answer }
  }

  it('believes no answer that was asked for before something was changed here', async () => {
    const { controller, answer } = await asking()
    const renewing = controller.renewSettings()
    controller.clickMode('BOTH')
    void controller.enable()
    await settled()
    await answer(1, state(false, true))
    expect(await renewing).toBe(false)
    expect(controller.current().trackingEnabled).toBe(true)
  })

  it('asks nothing while something is changed here: the answer may be of before; the end of the change asks', async () => {
    const enabling = Promise.withResolvers<TrackingState>()
    const { controller, looks, answer } = await asking({ enable: () => enabling.promise })
    controller.clickMode('BOTH')
    void controller.enable()
    expect(await controller.renewSettings()).toBe(false)
    expect(looks).toHaveLength(1)
    enabling.resolve(state(true, true))
    await settled()
    expect(controller.current().trackingEnabled).toBe(true)
    expect(looks).toHaveLength(2)
    await answer(1, state(false, true))
    expect(controller.current().trackingEnabled).toBe(false)
  })

  it('believes the look that was begun last, whichever answers first', async () => {
    const { controller, answer } = await asking()
    void controller.renewSettings()
    void controller.renewSettings()
    await answer(2, state(true, true))
    await answer(1, state(false, true))
    expect(controller.current().trackingEnabled).toBe(true)
  })

  it('believes no answer of the time before the device was chosen again', async () => {
    const { controller, answer } = await asking()
    void controller.renewSettings()
    controller.chooseDevice('b')
    controller.chooseDevice('a')
    await answer(3, state(true, true))
    await answer(1, state(false, false))
    expect(controller.current()).toMatchObject({ trackingEnabled: true, consentGiven: true })
  })

  it('is done where what was begun under an earlier choice of the device ends, which ends nothing else', async () => {
    const first = Promise.withResolvers<TrackingState>()
    const answers = [first.promise, Promise.withResolvers<TrackingState>().promise]
    const { controller, said, looks, answer } = await asking({ consent: () => answers.shift() ?? first.promise })
    void controller.setConsent(false)
    controller.chooseDevice('b')
    controller.chooseDevice('a')
    await answer(2, state(false, true))
    first.reject(network)
    await settled()
    expect(said).toEqual([])
    expect(looks).toHaveLength(4)
    void controller.setConsent(false)
    expect(controller.current()).toMatchObject({ running: 'consent', consentGiven: true, consentWanted: false })
  })

  it('shows what was done though its answer was lost', async () => {
    let stored = state(false, true)
    const { controller, said } = screenWith({
      settings: async () => stored,
      withdraw: async () => {
        stored = state(false, false)
        throw network
      },
    })
    controller.chooseDevice('a')
    await settled()
    await controller.withdraw(false)
    expect(said).toEqual(['Fehler beim Widerrufen der Einwilligung'])
    expect(controller.current()).toMatchObject({ consentGiven: false, running: null })
  })

  it('shows a consent that was saved though the look afterwards failed', async () => {
    const answers = [state(false, false)]
    const { controller, said } = screenWith({ settings: async () => answers.shift() ?? Promise.reject(network) })
    controller.chooseDevice('a')
    await settled()
    await controller.setConsent(true)
    expect(controller.current()).toMatchObject({ consentGiven: true, running: null })
    expect(said).toEqual([])
  })

  it('loads the settings anew that an action came in between', async () => {
    const { controller, answer, looks } = await asking()
    controller.chooseDevice('b')
    void controller.deletePositions({})
    await settled()
    expect(looks.length).toBe(3)
    await answer(2, state(true, true))
    expect(controller.current()).toMatchObject({ settings: 'known', trackingEnabled: true })
  })

  it('is done where the server refuses because things are not as they are shown', async () => {
    const conflict = new CallProblem('TRACKING_ACTIVE', 'Das Tracking läuft.', 409)
    const answers = [state(false, true), state(true, true)]
    const { controller } = screenWith({
      settings: async () => answers.shift() ?? state(true, true),
      consent: () => Promise.reject(conflict),
    })
    controller.chooseDevice('a')
    await settled()
    await controller.setConsent(false)
    await settled()
    expect(controller.current()).toMatchObject({ trackingEnabled: true, consentGiven: true, running: null })
  })
})

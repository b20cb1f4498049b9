import { describe, expect, it } from 'vitest'
import { problems } from '#contract/base/problem.ts'
import {
  closeScreensAfterEach,
  disable,
  enable,
  network,
  readyToEnable,
  state,
  withdraw,
} from '#web/features/tracking/test-screen.ts'
import { CallProblem } from '#web/api/calls/call-problem.ts'
import { problemOfAnswer } from '#web/api/calls/problem-of-answer.ts'

closeScreensAfterEach()

describe('enabling and disabling', () => {
  it('sends device and mode, and says that it worked', async () => {
    const { start, asked, said, emptied } = await readyToEnable()
    await start(enable)
    expect(asked).toEqual(['enable a BOTH'])
    expect(said).toEqual(['Tracking wurde erfolgreich aktiviert'])
    await start(disable)
    expect(said.at(-1)).toBe('Tracking wurde erfolgreich deaktiviert')
    expect(emptied).toEqual(['a'])
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
    const { start, said, known, running, emptied } = await readyToEnable({ enable: () => Promise.reject(error) })
    await start(enable)
    expect(said).toEqual([message])
    expect(known()).toMatchObject(state(false, true))
    expect(running()).toBeNull()
    expect(emptied).toEqual([])
  })

  it('says what could not be switched off', async () => {
    const { start, said, known } = await readyToEnable({ disable: () => Promise.reject(network) })
    await start(enable)
    await start(disable)
    expect(said.at(-1)).toBe('Fehler beim Deaktivieren des Trackings')
    expect(known()?.trackingEnabled).toBe(true)
  })
})

describe('consent', () => {
  it('is saved and the settings are loaded again', async () => {
    let looks = 0
    const { known, said } = await readyToEnable({
      settings: async () => {
        looks += 1
        return state(false, looks > 1)
      },
    })
    expect(known()?.settings.consentGiven).toBe(true)
    expect(looks).toBe(2)
    expect(said).toEqual([])
  })

  it('reverts in the demo, and says why', async () => {
    const error = new CallProblem('DEMO_READ_ONLY', problems.DEMO_READ_ONLY.message, 403)
    const { known, said } = await readyToEnable({ consent: () => Promise.reject(error) })
    expect(known()?.settings.consentGiven).toBe(false)
    expect(said).toEqual([problems.DEMO_READ_ONLY.message])
  })

  it('reverts and says so if it cannot be saved', async () => {
    const { known, said } = await readyToEnable({ consent: () => Promise.reject(network) })
    expect(known()?.settings.consentGiven).toBe(false)
    expect(said).toEqual(['Fehler beim Speichern der Einwilligung'])
  })

  it('that is withdrawn ends tracking, shows what was deleted and empties the map', async () => {
    const { start, known, said, emptied } = await readyToEnable()
    await start(enable)
    await start(withdraw(true))
    expect(known()).toMatchObject(state(false, false))
    expect(said.at(-1)).toContain('7 gespeicherte Positionen')
    expect(emptied).toEqual(['a'])
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { alarmsLimits } from '#contract/alarms/alarms-limits.ts'
import { alarms } from '#contract/alarms/alarms.ts'
import { hourMs } from '#contract/base/time-units.ts'
import { alarmEmail } from './emails/alarm-email.ts'
import { clockFrom } from '#server/platform/clock.ts'
import { ownDatabase } from '#server/db/testing/own-database.ts'
import { reportAs, startGatewayProduct, turnTrackingOn } from '#server/testing/gateway-product.ts'
import { send } from '#server/testing/client.ts'
import { becomeCustomer, callAs, type Person } from '#server/testing/people.ts'
import { linkIn, type TestProduct } from '#server/testing/test-product.ts'

let product: TestProduct
let owner: Person
let gatewayUrl: string

beforeAll(async () => {
  ;({ product, gatewayUrl } = await startGatewayProduct(await ownDatabase()))
}, 60_000)
afterAll(() => product.close())

beforeEach(async () => {
  owner = await becomeCustomer(product)
})

const listed = z.object({ data: alarms.list.reply })
const call = (method: string, path: string, body?: unknown) =>
  send(product.url, method, path, { token: owner.token, ...(body !== undefined && { body }) })
const path = (rest = '') => `/api/alarms/${owner.deviceId}${rest}`
const list = async () => listed.parse((await call('GET', path())).body).data
const guard = (mode: string) => turnTrackingOn(product, owner, mode)
const report = (parameters: Record<string, string>) => reportAs(gatewayUrl, owner, parameters)
const noLinks = { answer: null, seen: null, where: null, placeName: null }
const berlinMinute = new Intl.DateTimeFormat('de-DE', {
  timeZone: 'Europe/Berlin',
  dateStyle: 'medium',
  timeStyle: 'short',
})

describe("from a phone's report to the e-mail", () => {
  test('of a theft seconds after arming it is on the screens and mailed at once: where, when, how exactly, how many', async () => {
    await guard('THEFT')
    const armedAt = clockFrom(product.settings.CLOCK).now()
    const seen = (seconds: number, lon: string) => {
      const timestamp = new Date(armedAt.getTime() + seconds * 1000).toISOString()
      return report({ lat: '49.00690', lon, accuracy: '4.2', timestamp })
    }
    expect((await seen(0, '8.40370')).status).toBe(200)
    const armed = await product.mail.emailTo(owner.email, /ist scharf/)
    expect(armed.text).not.toMatch(/Koordinaten|openstreetmap|Nachricht \d/)
    for (const [seconds, lon] of [
      [10, '8.40670'],
      [25, '8.41000'],
      [40, '8.41330'],
    ] as const) {
      expect((await seen(seconds, lon)).status).toBe(200)
    }
    const states = await call('GET', '/api/vehicle-states')
    const since = armedAt.toISOString()
    expect(states.body).toMatchObject({
      data: [{ condition: { kind: 'ALARM', alarmKind: 'MOVEMENT', evidence: expect.any(String), since } }],
    })
    // What the police would see begins at the old place.
    expect((await call('GET', `/api/dossier/${owner.deviceId}`)).body).toMatchObject({
      data: { beganAt: since, suggestion: { kind: 'MOVEMENT', since } },
    })
    const seenByPolice = await call('GET', `/api/dossier/${owner.deviceId}/positions?since=${since}`)
    expect(seenByPolice.body).toMatchObject({ data: { positions: 4 } })
    const message = await product.mail.emailTo(owner.email, /hat sich bewegt/)
    expect(message.text).toContain('Koordinaten: 49.00690, 8.41330')
    expect(message.text).toContain('Genauigkeit: 5 m')
    expect(message.text).toContain(`Zuletzt an seinem Platz: ${berlinMinute.format(armedAt)} Uhr`)
    expect(message.text).toContain('https://www.openstreetmap.org/?mlat=49.00690&mlon=8.41330#map=17/49.00690/8.41330')
    expect(message.text).toContain(`Wo ist es?:\n${product.settings.PUBLIC_URL}/alarm#`)
    expect(message.text).toContain(`${product.settings.PUBLIC_URL}/fall/${owner.deviceId}`)
    expect(message.text).toContain('heute Nachricht 1 von höchstens 20')
    // Nothing in it tells anybody that it was read.
    expect(message.html).not.toMatch(/<img|url\(|src=/i)
    await expect
      .poll(async () => (await list()).alarms)
      .toMatchObject([
        { kind: 'MOVEMENT', numberToday: 1, letter: { state: 'SENT' }, placeName: 'Karlsruhe' },
        {
          kind: 'FIRST',
          numberToday: null,
          letter: { state: 'SENT' },
          place: { latitude: 49.0069 },
          placeName: 'Karlsruhe',
        },
      ])
  })

  test('a call for help comes at once, whatever is paused, and is answered without signing in', async () => {
    await guard('MOVEMENT')
    await report({ lat: '49.00690', lon: '8.40370' })
    expect((await report({ alarm: 'sos' })).status).toBe(200)
    const { subject, text = '' } = await product.mail.emailTo(owner.email, /Hilferuf/)
    expect(subject).not.toMatch(/49[.,]0|8[.,]40/)
    expect(text).toContain('Brauchen Sie Hilfe?')
    expect(text).toContain('Koordinaten: 49.00690, 8.40370')
    const states = async () => JSON.stringify((await call('GET', '/api/vehicle-states')).body)
    expect(await states()).toContain('"callForHelp":{"alarmId"')
    const token = /\/alarm#([\w-]{43})\n/.exec(text)?.[1] ?? ''
    expect((await send(product.url, 'GET', alarms.linked.path, { token })).body).toMatchObject({
      data: { placeName: 'Karlsruhe' },
    })
    expect((await send(product.url, 'POST', '/api/alarms/linked/answer', { token })).status).toBe(200)
    expect((await list()).alarms).toMatchObject([{ kind: 'SOS', acknowledgedAt: expect.any(String) }])
    expect(await states()).toContain('"callForHelp":null')
  })

  test('an invited person is mailed it, too, with the names of vehicle and owner, and without a place', async () => {
    const person = await becomeCustomer(product)
    const entry = { name: 'Anna', email: person.email, role: 'WATCHER' }
    await call('POST', `/api/people/${owner.deviceId}`, entry)
    const invitation = linkIn(await product.mail.emailTo(person.email, /zu einem Fahrzeug eingeladen/))
    const token = invitation.searchParams.get('token')
    await callAs(product, person, 'POST', '/api/people/invitation/accept', { token })
    await guard('MOVEMENT')
    await report({ lat: '49.00690', lon: '8.40370' })
    await report({ alarm: 'sos' })
    const { text = '' } = await product.mail.emailTo(person.email, /^Hilferuf: /)
    expect(text).toContain(`Das Fahrzeug gehört zu ${owner.email}.`)
    expect(text).toContain(`/people#${owner.deviceId}`)
    expect(text).not.toMatch(/49\.0|8\.40|Karlsruhe|openstreetmap/)
    expect((await list()).alarms).toMatchObject([{ kind: 'SOS', people: [{ name: 'Anna' }] }])
  })

  test('only one goes out of many reports at once', async () => {
    await guard('BOTH')
    const now = clockFrom(product.settings.CLOCK).now().getTime()
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        report({ lat: '49.0', lon: '8.4', timestamp: new Date(now + index).toISOString() }),
      ),
    )
    await product.mail.emailTo(owner.email, /^Alarm: /)
    const { state, alarms: log } = await list()
    expect(log).toHaveLength(1)
    expect(state).toMatchObject({ guarded: true, sentToday: 0, pause: null, quietUntil: null })
  })

  test('what the tracker itself signals goes at once', async () => {
    await guard('THEFT')
    await report({ lat: '49.0', lon: '8.4' })
    await report({ alarm: 'powerCut' })
    expect((await product.mail.emailTo(owner.email, /Stromversorgung/)).text).toContain('Stromversorgung getrennt')
  })

  test('none goes while the owner rides', async () => {
    await guard('THEFT')
    const paused = await call('POST', path('/pause'), { pause: 'RIDE' })
    expect(paused.body).toMatchObject({ data: { pause: { kind: 'RIDE' } } })
    await report({ lat: '49.0', lon: '8.4' })
    expect((await list()).alarms).toEqual([])
    expect((await call('DELETE', path('/pause'))).body).toMatchObject({ data: { pause: null } })
    const now = clockFrom(product.settings.CLOCK).now().getTime()
    for (const [seconds, lat] of [
      [10, '49.002'],
      [25, '49.004'],
      [40, '49.006'],
    ] as const) {
      await report({ lat, lon: '8.4', timestamp: new Date(now + 1000 * seconds).toISOString() })
    }
    expect((await list()).alarms).toMatchObject([{ kind: 'MOVEMENT', evidence: 'LEADS_AWAY' }])
  })
})

describe('the owner', () => {
  test('tries the whole chain and sees each hop', async () => {
    const test = await call('POST', path('/test'))
    expect([test.status, test.body]).toMatchObject([201, { data: { kind: 'TEST', letter: { state: 'QUEUED' } } }])
    expect((await product.mail.emailTo(owner.email, /Test-Alarm/)).text).toContain(
      'erreichen E-Mails über Alarme dieses Postfach',
    )
    await expect
      .poll(async () => (await list()).alarms)
      .toMatchObject([{ letter: { state: 'SENT', begunAt: expect.any(String), endedAt: expect.any(String) } }])
  })

  test('may try five times an hour', async () => {
    for (let count = 0; count < alarmsLimits.testsPerHour; count += 1) await call('POST', path('/test'))
    expect((await call('POST', path('/test'))).code).toBe('RATE_LIMITED')
  })

  test('acknowledges an alarm', async () => {
    await call('POST', path('/test'))
    const [alarm] = (await list()).alarms
    const seen = await call('POST', path('/acknowledge'), { alarmId: alarm?.id })
    expect(seen.body).toMatchObject({ data: { acknowledgedAt: expect.any(String) } })
    expect((await call('POST', path('/acknowledge'), { alarmId: 'nobodys' })).code).toBe('NOT_FOUND')
  })

  test('pauses for a ride, until a time that is to come, or until they say so', async () => {
    await guard('THEFT')
    const now = clockFrom(product.settings.CLOCK).now().getTime()
    const inHours = (hours: number) => new Date(now + hours * hourMs).toISOString()
    const pause = (body: object) => call('POST', path('/pause'), body)
    for (const [body, kind, until] of [
      [{ pause: 'RIDE' }, 'RIDE', expect.any(String)],
      [{ pause: 'UNTIL', until: inHours(3) }, 'TIMED', inHours(3)],
      [{ pause: 'OPEN' }, 'OPEN', null],
    ] as const) {
      expect((await pause(body)).body).toMatchObject({ data: { pause: { kind, until } } })
    }
    for (const hours of [-1, 25])
      expect((await pause({ pause: 'UNTIL', until: inHours(hours) })).code).toBe('PAUSE_NOT_AHEAD')
    for (const body of [{ pause: 'UNTIL' }, { pause: 'RIDE', until: inHours(1) }, { pause: 'UNTIL', until: 'heute' }]) {
      expect((await pause(body)).code).toBe('VALIDATION_ERROR')
    }
    expect((await list()).state.pause).toEqual({ kind: 'OPEN', until: null })
  })

  test('rides from when they tapped it without a network, unless something newer was said', async () => {
    await guard('THEFT')
    await report({ lat: '49.0', lon: '8.4' })
    const now = clockFrom(product.settings.CLOCK).now().getTime()
    const soon = (ms: number) => new Date(now + ms).toISOString()
    const ride = (at: string, pause = 'RIDE') => call('POST', path('/pause'), { pause, at })
    expect((await ride(soon(0), 'OPEN')).body).toMatchObject({
      error: { fields: { at: expect.stringMatching(/^Nur „Ich fahre“/) } },
    })
    // From before the tracking was switched on.
    expect((await ride(soon(-hourMs))).code).toBe('TAP_OVERTAKEN')
    const future = await ride(soon(hourMs))
    const until = z.object({ data: z.object({ pause: z.object({ until: z.iso.datetime() }) }) }).parse(future.body)
    expect(Date.parse(until.data.pause.until)).toBeLessThan(now + alarmsLimits.longestRideHours * hourMs + hourMs / 2)
    await call('DELETE', path('/pause'))
    const late = await ride(soon(0))
    expect([late.status, late.body]).toMatchObject([
      409,
      { error: { message: expect.stringMatching(/etwas anderes gesagt/) } },
    ])
    expect((await list()).state.pause).toBeNull()
  })

  test('pauses only what is guarded', async () => {
    expect((await call('POST', path('/pause'), { pause: 'SHORT' })).code).toBe('NOT_GUARDED')
    await guard('MOVEMENT')
    expect((await call('POST', path('/pause'), { pause: 'SHORT' })).code).toBe('NOT_GUARDED')
  })

  test('who deletes the positions deletes them from the alarms, too', async () => {
    await guard('THEFT')
    await report({ lat: '49.0', lon: '8.4' })
    await call('POST', '/api/tracking/withdraw', { deviceId: owner.deviceId, deletePositions: true })
    expect((await list()).alarms).toMatchObject([{ place: null }])
  })
})

test('the e-mail of a silence says when the tracker last reported and where the vehicle was last', () => {
  const at = (time: string) => new Date(`2026-06-01T${time}:00Z`)
  const place = { latitude: 49, longitude: 8.4, accuracy: 7, recordedAt: at('10:13') }
  const times = { detectedAt: at('15:00'), lastActiveAt: at('11:58') }
  const alarm = {
    alarmId: 'b2',
    userId: 'u',
    email: '',
    deviceId: 'a1',
    deviceName: 'Enduro',
    evidence: null,
    kind: 'SILENCE',
    contactsFrom: null,
    ...times,
    happenedAt: times.detectedAt,
    beganAt: null,
    dueAt: times.detectedAt,
    isMissed: false,
    numberToday: null,
  } as const
  const { text } = alarmEmail({ ...alarm, place }, 'https://wegwarte.example', noLinks)
  expect(text).toContain('Zuletzt gemeldet: 01.06.2026, 13:58 Uhr (deutsche Zeit)')
  expect(text).toContain(
    'Letzte bekannte Position\nZeit: 01.06.2026, 12:13 Uhr (deutsche Zeit)\nKoordinaten: 49.00000, 8.40000',
  )
  expect(text).toContain('https://www.openstreetmap.org/?mlat=49.00000&mlon=8.40000')
  expect(text).toContain(
    'https://wegwarte.example/tracking?device=a1&from=2026-06-01T00%3A00&to=2026-06-03T00%3A00&alarm=b2#map',
  )
  const without = alarmEmail({ ...alarm, place: null, lastActiveAt: null }, 'https://wegwarte.example', noLinks).text
  expect(without).toContain('Bisher hat es sich noch nie gemeldet.')
  expect(without).not.toContain('openstreetmap')
})

test.each([
  [19, 'Die nächste davon kommt frühestens in 15 Minuten.'],
  [20, 'Es ist die letzte davon für heute'],
])('e-mail %i of the day says: %s', (numberToday, words) => {
  const detectedAt = new Date('2026-10-25T01:30:00Z')
  const place = { latitude: 49, longitude: 8.4, accuracy: null, recordedAt: detectedAt }
  const alarm = {
    alarmId: 'b2',
    userId: 'u',
    email: '',
    deviceId: 'a1',
    deviceName: 'Rote <Enduro>',
    evidence: null,
    kind: 'MOVEMENT',
    contactsFrom: null,
    lastActiveAt: null,
    happenedAt: detectedAt,
    beganAt: null,
    dueAt: detectedAt,
    isMissed: false,
  } as const
  const message = alarmEmail({ ...alarm, detectedAt, place, numberToday }, 'https://wegwarte.example', noLinks)
  expect(message.text).toContain(`Nachricht ${numberToday} von höchstens 20`)
  expect(message.text).toContain(words)
  expect(message.text).toContain('25.10.2026, 02:30 Uhr')
  expect(message.html).toContain('Rote &lt;Enduro&gt;')
})

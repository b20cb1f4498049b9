import * as z from 'zod'
import { agreementVersion } from '#domain/emergency-contacts/agreement.ts'
import { send } from '#server/testing/client.ts'
import { type becomeCustomer, callAs, type Person } from '#server/testing/people.ts'

type Reached = Parameters<typeof becomeCustomer>[0]

const raised = z.object({ data: z.object({ id: z.string() }) })

/** One customer lives through what leaves rows: a licence, an emergency contact, a watched route, an own place, and a test alarm that they answer. */
export async function liveThrough(reached: Reached, person: Person): Promise<void> {
  const { mail, url } = reached
  const { deviceId } = person
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await callAs(reached, person, method, path, body)
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${answer.code ?? ''}`)
    return answer
  }
  const contact = `contact-of-${person.email}`
  await call('POST', `/api/emergency-contacts/${deviceId}`, { email: contact })
  const { text = '' } = await mail.emailTo(contact, /Notfallkontakt/)
  const token = /emergency-contact\S*token=([\w-]+)/.exec(text)?.[1] ?? ''
  await send(url, 'POST', '/api/emergency-contacts/invitation/accept', { token, body: { version: agreementVersion } })
  const line = Array.from({ length: 50 }, (_, index) => ({ latitude: 49 + index / 500, longitude: 8.25 }))
  const route = { name: 'Hausrunde', departure: null, isWatched: true, pieces: [line], corridorMetres: 100 }
  await call('POST', '/api/saved-routes', route)
  const watches = [{ deviceId, visits: ['ARRIVED', 'LEFT'] }]
  const home = { name: 'Zuhause', latitude: 49, longitude: 8.25, radiusMetres: 200, weatherLevel: 3, watches }
  await call('POST', '/api/own-places', home)
  await call('POST', '/api/tracking/consent', { deviceId, consentGiven: true })
  await call('POST', '/api/tracking/enable', { deviceId, trackingMode: 'BOTH' })
  await call('POST', `/api/devices/${deviceId}/position`, { latitude: 49, longitude: 8.25, accuracy: 5 })
  const { body } = await call('POST', `/api/alarms/${deviceId}/test`)
  const { id: alarmId } = raised.parse(body).data
  await mail.emailTo(person.email, /Test/)
  await call('POST', `/api/alarms/${deviceId}/acknowledge`, { alarmId })
}

import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import { emergencyContacts } from '#contract/emergency-contacts/emergency-contacts.ts'
import { agreementVersion } from '#domain/emergency-contacts/agreement.ts'
import { type Answer, send } from '#server/testing/client.ts'
import { becomeCustomer, callAs, type Person } from '#server/testing/people.ts'
import type { TestBrowser } from '#server/push/testing/push-service.ts'
import type { Installation } from './installation.ts'
import type { Night } from './night.ts'

/** The owner of the vehicle, with a browser that gets push messages, and those who are called when nobody answers. */
export interface Household {
  owner: Person
  browser: TestBrowser
  contacts: readonly string[]
}

const waitMinutes = 5
const emergencyChain = z.object({ data: emergencyContacts.list.reply })
const againAfterMs = 200
const answerPatienceMs = 20_000

/** Everybody does at the product what they would do before such a night. */
export async function settle(installation: Installation, { contacts }: Pick<Night, 'contacts'>): Promise<Household> {
  const { url, mail, push } = installation
  const owner = await becomeCustomer(installation)
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await callAs(installation, owner, method, path, body)
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${answer.code ?? ''}`)
  }
  const browser = push.browser()
  const { deviceId } = owner
  const names = contacts === 'none' ? [] : ['first', 'second']
  const addresses = names.map((name) => `${name}-of-${owner.email}`)
  for (const email of addresses) {
    await call('POST', `/api/emergency-contacts/${deviceId}`, { email })
    const { text = '' } = await mail.emailTo(email, /Notfallkontakt für ein Fahrzeug/)
    const token = tokenIn(text, 'emergency-contact')
    const accepted = await send(url, 'POST', '/api/emergency-contacts/invitation/accept', {
      token,
      body: { version: agreementVersion },
    })
    if (accepted.status !== 200) throw new Error(`a contact could not accept: ${accepted.status}`)
  }
  if (addresses.length > 0) await setWait(installation, owner)
  await call('POST', '/api/push/subscriptions', browser.address)
  await call('POST', '/api/tracking/consent', { deviceId, consentGiven: true })
  await call('POST', '/api/tracking/enable', { deviceId, trackingMode: 'THEFT' })
  return { owner, browser, contacts: addresses }
}

async function setWait(installation: Installation, owner: Person): Promise<void> {
  const path = `/api/emergency-contacts/${owner.deviceId}`
  const { body } = await callAs(installation, owner, 'GET', path)
  const { contacts } = emergencyChain.parse(body).data
  const order = contacts.map(({ id }) => id)
  const { status } = await callAs(installation, owner, 'PUT', path, { waitMinutes, order })
  if (status !== 200) throw new Error(`the wait could not be chosen: ${status}`)
}

/** The token behind the `#` of a link in an e-mail. */
export function tokenIn(text: string, page: 'alarm' | 'emergency-contact' | 'own-ride'): string | undefined {
  return new RegExp(`/${page}#([\\w-]{43})`).exec(text)?.[1]
}

/** A call that is made again until the product answers, as people do while it does not. */
export async function insist(call: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await Promise.race([call().catch(() => null), sleep(answerPatienceMs, null)])
    if (answer !== null && answer.status < 500 && answer.status !== 429) return answer
    await sleep(againAfterMs)
  }
}

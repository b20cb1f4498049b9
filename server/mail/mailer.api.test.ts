import { expect, test } from 'vitest'
import { AddressRefused, createSmtpMailer } from './mailer.ts'
import { startMailServer } from '#server/testing/test-product.ts'

const message = { subject: 'Probe', text: 'Guten Tag', html: '<p>Guten Tag' }
const from = 'Wegwarte <no-reply@example.org>'
const to = 'owner@example.org'

async function arrived({ bounces, reports, id }: { bounces?: string; reports?: boolean; id?: string }) {
  const server = await startMailServer({ ...(reports !== undefined && { reports }) })
  const mailer = createSmtpMailer({ url: server.url, from, bounces, host: 'wegwarte.example' })
  await mailer.send(to, message, { ...(id !== undefined && { id, isAlarm: true }) })
  mailer.close()
  const { messageId, envelope, headers } = await server.emailTo(to)
  await server.close()
  const { mailFrom, rcptTo, dsn } = envelope
  return { messageId, sender: mailFrom === false ? null : mailFrom.address, dsn, recipients: rcptTo, headers }
}

test('an e-mail with a name carries it, and requests all reports at the address that takes them', async () => {
  const message = await arrived({ bounces: 'bounces@example.org', id: 'alarm.1' })
  expect(message).toMatchObject({
    messageId: '<alarm.1@wegwarte.example>',
    sender: 'bounces@example.org',
    dsn: { envid: 'alarm.1', ret: 'HDRS' },
    recipients: [{ address: to, dsn: { notify: ['SUCCESS', 'FAILURE', 'DELAY'] } }],
  })
})

test('without such an address nobody is flooded with delivery reports; the e-mail never comes back whole', async () => {
  const message = await arrived({ id: 'alarm.1' })
  expect(message).toMatchObject({ sender: 'no-reply@example.org', dsn: { envid: 'alarm.1', ret: 'HDRS' } })
  expect(message.recipients[0]).not.toHaveProperty('dsn')
})

test('a mail server that reports nothing is asked for nothing, and accepts the e-mail', async () => {
  const message = await arrived({ bounces: 'bounces@example.org', reports: false, id: 'alarm.1' })
  expect(message).toMatchObject({ messageId: '<alarm.1@wegwarte.example>', recipients: [{ address: to, args: false }] })
})

test('an e-mail without a name has a random one', async () => {
  const message = await arrived({ bounces: 'bounces@example.org' })
  expect(message.messageId).toMatch(/^<[\da-f-]{36}@/)
  expect(message.sender).toBe('bounces@example.org')
})

test('an e-mail says that nobody wrote it, so that no holiday reply is sent', async () => {
  const { headers } = await arrived({})
  expect(headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }))
})

test.each([
  ['that there is not is refused for good', '5.1.1 User unknown', true],
  ['that may not be written to from here is refused for now', '5.7.1 Relay access denied', false],
])('an address %s', async (_which, refuses, forGood) => {
  const server = await startMailServer({ refuses })
  const mailer = createSmtpMailer({ url: server.url, from, bounces: undefined, host: 'wegwarte.example' })
  const error: unknown = await mailer.send(to, message).catch((reason: unknown) => reason)
  mailer.close()
  await server.close()
  expect(error).toBeInstanceOf(Error)
  expect(error instanceof AddressRefused).toBe(forGood)
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type DeliveryReport, readDeliveryReport } from './delivery-report.ts'
import {
  exchangeBounce,
  postfixBounce,
  postfixDelay,
  postfixDelivery,
  postfixReport,
} from '#server/mail/testing/delivery-reports.ts'

const id = 'alarm.3f0c7b1e-9f6e-4c55-9f2e-0d6f2f1f7a10'
const bytes = (text: string) => new TextEncoder().encode(text)
const read = (text: string) => readDeliveryReport(bytes(text))

describe('a report of a mail server', () => {
  const reports: [name: string, mail: string, report: DeliveryReport][] = [
    [
      'of Postfix, that nobody has this address',
      postfixBounce(id),
      { letterIds: [id, id], recipients: [{ action: 'failed', status: '5.1.1' }] },
    ],
    [
      'of Exchange, which names no envelope and returns the letter',
      exchangeBounce(id),
      { letterIds: [id], recipients: [{ action: 'failed', status: '5.1.10' }] },
    ],
    [
      'of Postfix, that it goes on trying',
      postfixDelay(id),
      { letterIds: [id, id], recipients: [{ action: 'delayed', status: '4.4.1' }] },
    ],
    [
      'of Postfix, that it was delivered',
      postfixDelivery(id),
      { letterIds: [id, id], recipients: [{ action: 'delivered', status: '2.0.0' }] },
    ],
    [
      'whose lines end as a pipe of a mail server ends them',
      postfixBounce(id).replaceAll('\r\n', '\n'),
      { letterIds: [id, id], recipients: [{ action: 'failed', status: '5.1.1' }] },
    ],
    [
      'about two addresses behind one',
      postfixReport(id, { action: 'delivered', status: '2.0.0', diagnostic: '250 Ok' }).replace(
        '\r\n\r\nFinal-Recipient',
        '\r\n\r\nFinal-Recipient: rfc822; other@example.org\r\nAction: FAILED (mailbox full)\r\nStatus: 5.2.2\r\n \r\nFinal-Recipient',
      ),
      {
        letterIds: [id, id],
        recipients: [
          { action: 'failed', status: '5.2.2' },
          { action: 'delivered', status: '2.0.0' },
        ],
      },
    ],
    [
      'in the form for internationalized mail',
      postfixBounce(id)
        .replace('message/delivery-status', 'message/global-delivery-status')
        .replace('text/rfc822-headers', 'message/global-headers'),
      { letterIds: [id, id], recipients: [{ action: 'failed', status: '5.1.1' }] },
    ],
    [
      'that returns nothing of the letter',
      postfixBounce(id).replace(/--[^\r\n]+\r\nContent-Description: Message Headers[^]*$/, ''),
      { letterIds: [id], recipients: [{ action: 'failed', status: '5.1.1' }] },
    ],
    [
      'that names no letter at all',
      exchangeBounce(id).replace(/Message-ID:\r\n <[^>]+>\r\n/, ''),
      { letterIds: [], recipients: [{ action: 'failed', status: '5.1.10' }] },
    ],
  ]
  test.each(reports)('%s is understood', async (_name, mail, report) => {
    expect(await read(mail)).toEqual(report)
  })

  test('says nothing of addresses, nor what the other server said', async () => {
    expect(JSON.stringify(await read(postfixBounce(id)))).not.toMatch(/example\.org|unknown/)
  })
})

describe('no report', () => {
  const others: [name: string, mail: string][] = [
    ['is nothing', ''],
    ['is a letter', `From: a@example.org\r\nMessage-ID: <${id}@wegwarte.example>\r\n\r\nHallo`],
    [
      'is an answer of somebody who is away',
      `Auto-Submitted: auto-replied\r\nIn-Reply-To: <${id}@wegwarte.example>\r\n\r\nIch bin im Urlaub.`,
    ],
    ['is a notice that a letter was read', postfixBounce(id).replaceAll('delivery-status', 'disposition-notification')],
    ['is a report that knows no such word', postfixBounce(id).replace('Action: failed', 'Action: vanished')],
    ['is a report that was sent on within a letter', postfixBounce(id).replace('multipart/report', 'multipart/mixed')],
    [
      'is a letter that returns a report',
      `Content-Type: multipart/report; boundary=x\r\n\r\n--x\r\nContent-Type: message/rfc822\r\n\r\n${postfixBounce(id)}\r\n--x--`,
    ],
    [
      'is a nest of a thousand parts',
      Array.from(
        { length: 1000 },
        (_, depth) => `Content-Type: multipart/report; boundary=b${depth}\r\n\r\n--b${depth}\r\n`,
      ).join(''),
    ],
  ]
  test.each(others)('%s', async (_name, mail) => {
    expect(await read(mail)).toBeNull()
  })

  test('is thrown at whoever reads damaged ones', async () => {
    const whole = bytes(exchangeBounce(id))
    await fc.assert(
      fc.asyncProperty(
        fc.nat(whole.length - 1),
        fc.uint8Array({ maxLength: 40 }),
        fc.nat(200),
        async (at, inserted, removed) => {
          const damaged = Buffer.concat([whole.subarray(0, at), inserted, whole.subarray(at + removed)])
          const report = await readDeliveryReport(damaged)
          expect(report === null || report.recipients.length > 0).toBe(true)
        },
      ),
    )
  })

  test('of a million blanks takes long to see', async () => {
    const blanks = ' '.repeat(200_000)
    const mail = postfixBounce(id).replace('Action: failed', `Action:${blanks}\r\n${blanks}\r\n\t${blanks}x`)
    const begun = performance.now()
    await read(mail)
    expect(performance.now() - begun).toBeLessThan(2_000)
  })
})

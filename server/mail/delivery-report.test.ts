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
import { processorMs } from '#domain/testing/processor-time.ts'

const id = 'alarm.3f0c7b1e-9f6e-4c55-9f2e-0d6f2f1f7a10'
const bytes = (text: string) => new TextEncoder().encode(text)
const read = (text: string) => readDeliveryReport(bytes(text))

describe('a report of a mail server', () => {
  const reports: [name: string, mail: string, report: DeliveryReport][] = [
    [
      'of Postfix, that nobody has this address',
      postfixBounce(id),
      { emailIds: [id, id], recipients: [{ action: 'failed', status: '5.1.1' }] },
    ],
    [
      'of Exchange, which names no envelope and returns the e-mail',
      exchangeBounce(id),
      { emailIds: [id], recipients: [{ action: 'failed', status: '5.1.10' }] },
    ],
    [
      'of Postfix, that it goes on trying',
      postfixDelay(id),
      { emailIds: [id, id], recipients: [{ action: 'delayed', status: '4.4.1' }] },
    ],
    [
      'of Postfix, that it was delivered',
      postfixDelivery(id),
      { emailIds: [id, id], recipients: [{ action: 'delivered', status: '2.0.0' }] },
    ],
    [
      "whose lines end as a mail server's pipe ends them",
      postfixBounce(id).replaceAll('\r\n', '\n'),
      { emailIds: [id, id], recipients: [{ action: 'failed', status: '5.1.1' }] },
    ],
    [
      'about two addresses behind one',
      postfixReport(id, { action: 'delivered', status: '2.0.0', diagnostic: '250 Ok' }).replace(
        '\r\n\r\nFinal-Recipient',
        '\r\n\r\nFinal-Recipient: rfc822; other@example.org\r\nAction: FAILED (mailbox full)\r\nStatus: 5.2.2\r\n \r\nFinal-Recipient',
      ),
      {
        emailIds: [id, id],
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
      { emailIds: [id, id], recipients: [{ action: 'failed', status: '5.1.1' }] },
    ],
    [
      'that returns nothing of the e-mail',
      postfixBounce(id).replace(/--[^\r\n]+\r\nContent-Description: Message Headers[^]*$/, ''),
      { emailIds: [id], recipients: [{ action: 'failed', status: '5.1.1' }] },
    ],
    [
      'that names no e-mail at all',
      exchangeBounce(id).replace(/Message-ID:\r\n <[^>]+>\r\n/, ''),
      { emailIds: [], recipients: [{ action: 'failed', status: '5.1.10' }] },
    ],
  ]
  test.each(reports)('%s is understood', async (_name, mail, report) => {
    expect(await read(mail)).toEqual(report)
  })

  test('contains no addresses, nor what the other server said', async () => {
    expect(JSON.stringify(await read(postfixBounce(id)))).not.toMatch(/example\.org|unknown/)
  })
})

describe('no report', () => {
  const others: [name: string, mail: string][] = [
    ['is nothing', ''],
    ['is an e-mail', `From: a@example.org\r\nMessage-ID: <${id}@wegwarte.example>\r\n\r\nHallo`],
    [
      'is an automatic reply of somebody who is away',
      `Auto-Submitted: auto-replied\r\nIn-Reply-To: <${id}@wegwarte.example>\r\n\r\nIch bin im Urlaub.`,
    ],
    [
      'is a notice that an e-mail was read',
      postfixBounce(id).replaceAll('delivery-status', 'disposition-notification'),
    ],
    ['is a report with an unknown word', postfixBounce(id).replace('Action: failed', 'Action: vanished')],
    [
      'is a report that was forwarded within an e-mail',
      postfixBounce(id).replace('multipart/report', 'multipart/mixed'),
    ],
    [
      'is an e-mail that returns a report',
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

  test('that is damaged never makes the reader throw', async () => {
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

  test('of a million blanks takes no long time', async () => {
    const blanks = ' '.repeat(200_000)
    const mail = postfixBounce(id).replace('Action: failed', `Action:${blanks}\r\n${blanks}\r\n\t${blanks}x`)
    expect(await processorMs(() => read(mail))).toBeLessThan(2_000)
  })
})

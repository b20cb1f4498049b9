import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { alarms } from '#contract/alarms/alarms.ts'
import { auth } from '#contract/auth/auth.ts'
import { mailServerLimits } from '#contract/limits/mail-limits.ts'
import { clockFrom } from '#server/platform/clock.ts'
import { CommandProblem } from '#server/commands/command.ts'
import { exchangeBounce, postfixBounce, postfixDelay, postfixDelivery } from '#server/mail/testing/delivery-reports.ts'
import { send } from '#server/testing/client.ts'
import { freePort } from '#server/testing/free-port.ts'
import { becomeCustomer, type Person } from '#server/testing/people.ts'
import { startTestProduct, type TestProduct } from '#server/testing/test-product.ts'
import { mailNotifications } from './mail-notifications.ts'
import { inherited } from '#server/testing/product-process.ts'

let product: TestProduct
let owner: Person
let lmtpPort: number
const folder = mkdtempSync(join(tmpdir(), 'wegwarte-mail-'))

beforeAll(async () => {
  lmtpPort = await freePort()
  product = await startTestProduct({
    MAIL_BOUNCES: 'bounces@example.org',
    MAIL_REPORTS_PORT: String(lmtpPort),
    PUBLIC_URL: 'http://wegwarte.example',
  })
}, 60_000)
afterAll(async () => {
  await product.close()
  rmSync(folder, { recursive: true })
})
beforeEach(async () => {
  owner = await becomeCustomer(product)
})

const listed = z.object({ data: alarms.list.reply })
const profile = z.object({ data: auth.profile.reply })
const call = (method: string, path: string) => send(product.url, method, path, { token: owner.token })
const emailState = async () => {
  const { data } = listed.parse((await call('GET', `/api/alarms/${owner.deviceId}`)).body)
  return data.alarms[0]?.letter
}
const returnedAt = async () => profile.parse((await call('GET', '/api/users/profile')).body).data.user.emailReturnedAt

/** Sends a test alarm and returns the id with which its e-mail arrived. */
async function sendEmail(): Promise<string> {
  const sent = await call('POST', `/api/alarms/${owner.deviceId}/test`)
  const { id } = z.object({ data: alarms.test.reply }).parse(sent.body).data
  await expect
    .poll(() => product.mail.emails.findLast(({ messageId }) => messageId?.startsWith('<alarm.')))
    .toMatchObject({
      messageId: `<alarm.${id}@wegwarte.example>`,
      envelope: {
        mailFrom: { address: 'bounces@example.org' },
        dsn: { envid: `alarm.${id}`, ret: 'HDRS' },
        rcptTo: [{ address: owner.email, dsn: { notify: ['SUCCESS', 'FAILURE', 'DELAY'] } }],
      },
    })
  await expect.poll(async () => (await emailState())?.state).toBe('SENT')
  return `alarm.${id}`
}

function run(piped: string | Buffer, args: readonly string[] = []) {
  const said: string[] = []
  const context = {
    database: product.operator,
    clock: clockFrom(),
    settings: product.settings,
    say: (line: string) => void said.push(line),
  }
  const outcome = mailNotifications(() => Readable.from([Buffer.from(piped)])).run(context, args)
  return outcome.then(({ reports }) => ({ said, reports }))
}

function fileOf(name: string, mail: string | Buffer): string {
  const path = join(folder, name)
  writeFileSync(path, mail)
  return path
}

describe('a report that is piped in', () => {
  test('about a bounced e-mail is in the log and on the account, until an e-mail is accepted again', async () => {
    const emailId = await sendEmail()
    expect(await run(postfixBounce(emailId))).toEqual({
      said: ['Vermerkt: Die Alarm-E-Mail kam zurück (Status 5.1.1).'],
      reports: [{ outcome: 'noted', letter: 'BOUNCED', statuses: ['5.1.1'] }],
    })
    expect(await emailState()).toMatchObject({ state: 'BOUNCED', reportedAt: expect.any(String) })
    expect(await returnedAt()).toEqual(expect.any(String))
    expect((await run(postfixBounce(emailId))).reports).toMatchObject([{ outcome: 'known', letter: 'BOUNCED' }])
    await sendEmail()
    expect(await returnedAt()).toBeUndefined()
  })

  test('about an e-mail that is delayed and then delivered is noted once it is delivered', async () => {
    const emailId = await sendEmail()
    expect((await run(postfixDelay(emailId))).said).toEqual([
      'Nichts zu ändern: Die Alarm-E-Mail ist unterwegs (Status 4.4.1).',
    ])
    expect((await run(postfixDelivery(emailId))).said).toEqual(['Vermerkt: Die Alarm-E-Mail kam an (Status 2.0.0).'])
    expect(await emailState()).toMatchObject({ state: 'DELIVERED' })
    expect(await returnedAt()).toBeUndefined()
  })

  const others: [name: string, mail: string | Buffer, said: string][] = [
    ['an e-mail', 'From: a@example.org\n\nHallo', 'Übergangen: kein Zustellbericht.'],
    ['a report about another e-mail', postfixBounce('d1f0'), 'Übergangen: Der Bericht gehört zu keiner Alarm-E-Mail.'],
    [
      'a report about an alarm that is gone',
      postfixBounce('alarm.gone'),
      'Übergangen: Den Alarm gibt es nicht oder nicht mehr.',
    ],
    ['a flood', Buffer.alloc(mailServerLimits.reportBytes + 1, 'x'), 'Übergangen: größer als 1 MB.'],
  ]
  test.each(others)(
    'that is in fact %s is named and skipped: an error would be answered to a forged sender',
    async (_name, mail, said) => {
      expect((await run(mail)).said).toEqual([said])
    },
  )
})

describe('a report that the mail server hands in by LMTP', () => {
  /** A mail server of one's own, which hands in over one connection and gets an answer for each. */
  async function handIn(mails: readonly string[]) {
    const transport = createTransport({
      host: '127.0.0.1',
      port: lmtpPort,
      lmtp: true,
      pool: true,
      maxConnections: 1,
      ignoreTLS: true,
    })
    const answers = []
    for (const raw of mails) {
      const sent = await transport.sendMail({ envelope: { from: '', to: 'bounces@example.org' }, raw })
      answers.push(sent.response)
    }
    transport.close()
    return answers
  }

  test('is noted without a process of its own, several over one connection; what is none is taken, too', async () => {
    const [first, second] = [await sendEmail(), await sendEmail()]
    const answers = await handIn([postfixBounce(first), 'From: a@example.org\n\nHallo', postfixDelivery(second)])
    expect(answers).toEqual([
      expect.stringMatching(/^250 .*noted/),
      expect.stringMatching(/^250 .*no-report/),
      expect.stringMatching(/^250 .*noted/),
    ])
    expect(await emailState()).toMatchObject({ state: 'DELIVERED' })
  })

  test('of more than a megabyte is read to its end and skipped', async () => {
    const flood = `Subject: x\n\n${'x'.repeat(mailServerLimits.reportBytes)}`
    expect(await handIn([flood])).toEqual([expect.stringMatching(/^250 .*too-large/)])
  })
})

describe('reports in files', () => {
  test('are read one by one, and files that are no reports are named', async () => {
    const emailId = await sendEmail()
    const paths = [
      fileOf('e-mail.eml', 'From: a@example.org\n\nHallo'),
      fileOf('report.eml', exchangeBounce(emailId)),
      fileOf('large.eml', Buffer.alloc(mailServerLimits.reportBytes + 1, 'x')),
    ]
    const refusal = run('', ['--file', ...paths])
    await expect(refusal).rejects.toBeInstanceOf(CommandProblem)
    await expect(refusal).rejects.toThrow(
      'e-mail.eml: Übergangen: kein Zustellbericht.\nlarge.eml: Übergangen: größer als 1 MB.',
    )
    expect(await emailState()).toMatchObject({ state: 'BOUNCED' })
  })

  test('are refused if they do not exist or are named without --file', async () => {
    await expect(run('', ['--file', join(folder, 'none.eml')])).rejects.toThrow('lässt sich nicht lesen')
    await expect(run('', ['report.eml'])).rejects.toThrow('mit --file nennen')
  })
})

describe('as a mail server calls it', () => {
  async function pipe(mail: string, settings: Record<string, string>) {
    const child = spawn(process.execPath, ['server/commands/main.ts', 'mail', 'notifications', '--json'], {
      env: { ...inherited, HOME: process.env.HOME, ...settings },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    child.stdin.on('error', () => undefined).end(mail)
    const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
    return { code: z.number().parse(code), said: z.looseObject({ success: z.boolean() }).parse(JSON.parse(said)) }
  }

  test('it reaches the database of the running product', async () => {
    const emailId = await sendEmail()
    expect(await pipe(exchangeBounce(emailId), { DATA_DIR: product.settings.DATA_DIR })).toEqual({
      code: 0,
      said: { success: true, reports: [{ outcome: 'noted', letter: 'BOUNCED', statuses: ['5.1.10'] }] },
    })
    expect(await emailState()).toMatchObject({ state: 'BOUNCED' })
  })

  test('it asks the mail server to try again later if the database cannot be reached', async () => {
    const url = `postgres://127.0.0.1:${await freePort()}/wegwarte`
    expect(await pipe(postfixBounce('alarm.a'), { DATABASE_URL: url })).toMatchObject({
      code: 75,
      said: { success: false, error: expect.stringContaining('nicht erreichbar') },
    })
  })
})

import { mkdtempSync, rmSync } from 'node:fs'
import type { Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Logger, pino } from 'pino'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { readSettings, type Settings } from '#server/config.ts'
import type { Database } from '#server/db/connection/database.ts'
import { openDatabase } from '#server/db/connection/open.ts'
import { fillWithMigratedDatabase } from '#server/db/testing/migrated-folder.ts'
import { type Product, startProduct } from '#server/product.ts'
import { anyGatewayPorts } from '#server/protocols/gateway.ts'

export type Arrived = Email & { envelope: SMTPServerSession['envelope'] }

/**
 * What a mail server does with an e-mail that was handed over: keeps it, puts it off, or lets its client wait for an answer,
 * having kept it or not.
 */
export type MailMood = 'TAKES' | 'PUTS_OFF' | 'HANGS' | 'TAKES_AND_HANGS'

/** A mail server that accepts everything on loopback and keeps it. */
export interface TestMailServer {
  url: string
  emails: Arrived[]
  /** What was handed over, whether it was accepted or not. */
  offered: Arrived[]
  /** Waits for an e-mail to an address, the newest if there are several. */
  emailTo(address: string, subject?: RegExp): Promise<Arrived>
  close(): Promise<void>
}

const emailPatienceMs = 30_000
const emailPauseMs = 50

/**
 * @param options.refuses its answer to every recipient instead of accepting the e-mail, or what says it; null: it accepts.
 * @param options.port 0 for any that is free.
 * @param options.moodFor what it does with an e-mail.
 */
export async function startMailServer({
  reports = true,
  refuses,
  port = 0,
  moodFor = () => 'TAKES',
}: {
  reports?: boolean
  refuses?: string | (() => string | null)
  port?: number
  moodFor?: (email: Arrived) => MailMood
} = {}): Promise<TestMailServer> {
  const emails: Arrived[] = []
  const offered: Arrived[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    hideDSN: !reports,
    onRcptTo(_address, _session, done) {
      const refusal = typeof refuses === 'function' ? refuses() : (refuses ?? null)
      done(refusal === null ? null : Object.assign(new Error(refusal), { responseCode: 550 }))
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        void PostalMime.parse(Buffer.concat(chunks)).then((email) => {
          const arrived = { ...email, envelope }
          const mood = moodFor(arrived)
          offered.push(arrived)
          if (mood === 'TAKES' || mood === 'TAKES_AND_HANGS') emails.push(arrived)
          if (mood === 'TAKES') done()
          if (mood === 'PUTS_OFF') done(Object.assign(new Error('4.3.0 try again later'), { responseCode: 451 }))
        })
      })
    },
  })
  // A client that is killed breaks its connection; without a listener, that would end this process.
  server.on('error', () => undefined)
  const actualPort = await listenOn(port, server.server)
  return {
    url: `smtp://127.0.0.1:${actualPort}`,
    emails,
    offered,
    emailTo: (address, subject) => emailAmong(() => emails, address, subject),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** Waits for an e-mail to an address among those that have arrived by then, the newest if there are several. */
export async function emailAmong(
  arrived: () => Arrived[] | Promise<Arrived[]>,
  address: string,
  subject?: RegExp,
): Promise<Arrived> {
  for (let waited = 0; waited < emailPatienceMs; waited += emailPauseMs) {
    const email = (await arrived()).findLast(
      ({ to, subject: said = '' }) =>
        to?.some((recipient) => recipient.address === address) === true && (subject?.test(said) ?? true),
    )
    if (email !== undefined) return email
    // Timed: looked for again until it is there.
    await sleep(emailPauseMs)
  }
  throw new Error(`no email to that address within ${emailPatienceMs} ms`)
}

/** The address in an e-mail that leads into the product. */
export function linkIn(email: Email): URL {
  const address = /https?:\/\/\S+/.exec(email.text ?? '')?.[0]
  if (address === undefined) throw new Error('the e-mail has no link')
  return new URL(address)
}

export interface TestProduct extends Product {
  mail: TestMailServer
  /** The database of the running product, as an operator's command reaches it. */
  operator: Database
  settings: Settings
}

/** The whole product on a free port, with a database of its own and a real mail server, quiet and without feeds. */
export async function startTestProduct(
  overrides: Record<string, string> = {},
  log: Logger = pino({ level: 'silent' }),
): Promise<TestProduct> {
  const folder = overrides.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'wegwarte-test-'))
  if (overrides.DATA_DIR === undefined && overrides.DATABASE_URL === undefined) await fillWithMigratedDatabase(folder)
  const mail = await startMailServer()
  const settings = readSettings({
    PORT: '0',
    DATA_DIR: folder,
    SMTP_URL: mail.url,
    FEEDS: 'off',
    ...anyGatewayPorts,
    ...overrides,
  })
  const product = await startProduct(settings, log, undefined, { reach: 'loopback' })
  const operator = await openDatabase(settings, 'command')
  return {
    ...product,
    mail,
    settings,
    operator: operator.database,
    close: async () => {
      await operator.close()
      await product.close()
      await mail.close()
      if (overrides.DATA_DIR === undefined) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The port that a server listens on: the given one, or with 0 any that is free. */
export function listenOn(port: number, server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      if (address === null || typeof address === 'string') reject(new Error('no port'))
      else resolve(address.port)
    })
  })
}

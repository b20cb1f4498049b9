import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import type { Logger } from 'pino'
import { SMTPServer } from 'smtp-server'
import { mailServerLimits } from '#contract/limits/mail-limits.ts'
import { errorFields } from '#server/platform/error-fields.ts'

export interface DeliveryReportPort {
  port: number
  close(): Promise<void>
}

/**
 * Where a mail server of one's own hands in what others report about e-mails, one after the other over one connection, by LMTP
 * (RFC 2033). Each mail is taken, whatever it is: an error would be answered to its sender, who may be forged. Only a fault of
 * ours is named as temporary, so that the mail comes again.
 * @param note reads one mail to its end and records what it reports.
 */
export async function openReportDoor({
  host,
  port,
  note,
  log,
}: {
  host: string
  port: number
  note(mail: Readable): Promise<string>
  log: Logger
}): Promise<DeliveryReportPort> {
  const server = new SMTPServer({
    lmtp: true,
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    maxClients: mailServerLimits.reportConnections,
    socketTimeout: mailServerLimits.reportSilenceSeconds * 1000,
    // At a stop nobody waits for a mail server that stays connected: it hands its mail in again.
    closeTimeout: mailServerLimits.lookEveryMs,
    logger: false,
    onData(mail, _session, done) {
      note(mail).then(
        (outcome) => {
          log.info({ outcome }, 'a report about an e-mail was handed in')
          done(null, outcome)
        },
        (error: unknown) => {
          log.error(errorFields(error), 'a report about an e-mail could not be recorded')
          mail.resume()
          done(Object.assign(new Error('try again later'), { responseCode: 451 }))
        },
      )
    },
  })
  // A mail server that goes away in the middle hands its mail in again.
  server.on('error', (error) => log.debug(errorFields(error), 'a mail server that hands in reports broke off'))
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, host, () => {
      server.server.off('error', reject)
      resolve()
    })
  })
  const isTcp = (address: AddressInfo | string | null): address is AddressInfo => typeof address === 'object'
  const address = server.server.address()
  return {
    port: isTcp(address) && address !== null ? address.port : port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

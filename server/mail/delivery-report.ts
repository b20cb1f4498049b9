import PostalMime, { type Attachment } from 'postal-mime'
import { type DeliveryAction, deliveryActions } from '#domain/messages/email-delivery.ts'

/** What mail servers report about an e-mail. */
export interface DeliveryReport {
  /** The possible names of the e-mail: its envelope id, and its Message-ID. */
  emailIds: string[]
  /** What became of it, for each address that it was sent on to. */
  recipients: { action: DeliveryAction; status: string | null }[]
}

/** Internationalized mail has types of its own (RFC 6533). */
const statusTypes = ['message/delivery-status', 'message/global-delivery-status']
const emailTypes = ['message/rfc822', 'text/rfc822-headers', 'message/global', 'message/global-headers']

/**
 * Reads a delivery status notification (RFC 3464). Null if a mail is not one, or contains nothing understandable. Never
 * throws, whatever it is given.
 */
export async function readDeliveryReport(mail: Uint8Array): Promise<DeliveryReport | null> {
  const parsed = await parse(mail)
  const isReport = parsed?.headers.some(
    ({ key, value }) => key === 'content-type' && /^multipart\/report\b/i.test(value),
  )
  if (parsed === null || isReport !== true) return null
  const status = parsed.attachments.find(({ mimeType }) => statusTypes.includes(mimeType))
  if (status === undefined) return null
  const groups = fieldGroups(textOf(status))
  const recipients = groups.flatMap(recipientOf)
  if (recipients.length === 0) return null
  const email = parsed.attachments.find(({ mimeType }) => emailTypes.includes(mimeType))
  const envelopeId = groups.map((fields) => fields.get('original-envelope-id')).find((id) => id !== undefined)
  const messageId = email === undefined ? undefined : (await parse(textOf(email)))?.messageId
  return { emailIds: [envelopeId, localPartOf(messageId)].filter((id) => id !== undefined), recipients }
}

/** E-mails inside are not looked into: what an e-mail in a report claims to be is not the report. */
function parse(mail: Uint8Array | string) {
  return PostalMime.parse(mail, { forceRfc822Attachments: true, attachmentEncoding: 'utf8' }).catch(() => null)
}

function textOf({ content }: Attachment): string {
  return typeof content === 'string' ? content : new TextDecoder().decode(content)
}

/**
 * Groups of fields separated by blank lines: first those of the e-mail, then those of each recipient. Names in lower case.
 */
function fieldGroups(text: string): Map<string, string>[] {
  const unfolded = text.replaceAll('\r\n', '\n').replace(/\n[ \t]+(?=\S)/g, ' ')
  return unfolded.split(/\n[ \t]*\n/).map((group) => new Map(group.split('\n').flatMap(fieldOf)))
}

function fieldOf(line: string): [name: string, value: string][] {
  const colon = line.indexOf(':')
  return colon < 1 ? [] : [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]]
}

/** None for the fields of the e-mail itself. A word in brackets after a value is a comment. */
function recipientOf(fields: ReadonlyMap<string, string>): DeliveryReport['recipients'] {
  const [word = ''] = /^[a-z]+/i.exec(fields.get('action') ?? '') ?? []
  const action = deliveryActions.find((each) => each === word.toLowerCase())
  if (action === undefined) return []
  const [status = null] = /^[245]\.\d{1,3}\.\d{1,3}/.exec(fields.get('status') ?? '') ?? []
  return [{ action, status }]
}

function localPartOf(messageId: string | undefined): string | undefined {
  return messageId === undefined ? undefined : /^<?([^<>@\s]+)@/.exec(messageId)?.[1]
}

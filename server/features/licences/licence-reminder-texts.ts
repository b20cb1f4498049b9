import { germanDay, germanTimeInWords } from '#domain/time/fix-time.ts'
import type { DigestItem } from '#server/features/messages/digest-email.ts'
import { write } from '#server/mail/emails.ts'
import type { Email } from '#server/mail/mailer.ts'
import type { PushMessage } from '#server/push/push-message.ts'
import type { LicenceReminder } from './licence-reminders.store.ts'

const licencesPath = '/devicesandlicenses'

/** When a licence ends, what ends with it, and whether the device still reports: renewing a dead one would be no use. */
export function licenceReminderEmail(
  content: LicenceReminder,
  addresses: { publicUrl: string; shopUrl: string },
): Email {
  return write({
    subject: subjectOf(content),
    paragraphs: [
      `Ihre Lizenz ${content.licenceType} läuft ab: ${germanTimeInWords(content.endsAt)}.`,
      `Danach sind Diebstahlalarm und Tracking aus für:\n${content.devices.map(deviceLine).join('\n')}`,
    ],
    action: { label: 'Lizenz in Wegwarte ansehen', url: addresses.publicUrl + licencesPath },
    furtherActions: [{ label: 'Im Shop verlängern', url: addresses.shopUrl }],
    after: ['Wenn Sie das nicht mehr brauchen, müssen Sie nichts tun.'],
  })
}

/** How it stands in the e-mail of a day. */
export function licenceReminderInDigest(content: LicenceReminder, publicUrl: string): DigestItem {
  const { title, body, path } = licenceReminderPush(content)
  return { topic: 'Lizenz', title, text: body, action: { label: 'Lizenz in Wegwarte ansehen', url: publicUrl + path } }
}

export function licenceReminderPush(content: LicenceReminder): PushMessage {
  const [first, ...others] = content.devices
  const name = first === undefined ? '' : `„${first.name}“`
  const whose = others.length === 0 ? name : `${name} und ${others.length} weitere`
  return {
    title: subjectOf(content),
    body: `Danach ohne Diebstahlalarm und Tracking: ${whose}`,
    // A later reminder replaces the one before.
    tag: `licence-${content.licenceId}`,
    path: licencesPath,
  }
}

function subjectOf({ endsAt, devices: [first, ...others] }: LicenceReminder): string {
  const whose = first === undefined || others.length > 0 ? 'Ihre Lizenz' : `Die Lizenz für „${first.name}“`
  return `${whose} läuft am ${germanDay(endsAt)} ab`
}

function deviceLine({ name, lastActiveAt }: LicenceReminder['devices'][number]): string {
  if (lastActiveAt === null) return `„${name}“ (hat sich noch nie gemeldet: bitte vor dem Verlängern prüfen)`
  return `„${name}“ (zuletzt gemeldet: ${germanTimeInWords(lastActiveAt)})`
}

import type { PlaceVisit } from '#contract/own-places/own-places.ts'
import { germanOClock, germanTimeInWords } from '#domain/time/fix-time.ts'
import { write } from '#server/mail/emails.ts'
import type { Email } from '#server/mail/mailer.ts'
import type { PushMessage } from '#server/push/push-message.ts'

/** No coordinates: the place's own name says where. */
interface ToldVisit {
  deviceId: string
  deviceName: string
  placeName: string
  visit: PlaceVisit
  at: Date
}

const happened = { ARRIVED: 'angekommen', LEFT: 'losgefahren' } as const satisfies Record<PlaceVisit, string>

const subjectOf = ({ deviceName, placeName, visit, at }: ToldVisit) =>
  `„${deviceName}“ ist ${happened[visit]}: ${placeName} (${germanOClock(at)})`

const pathOf = ({ deviceId }: ToldVisit) => `/tracking?${new URLSearchParams({ device: deviceId })}`

export function visitEmail(told: ToldVisit, publicUrl: string): Email {
  return write({
    subject: subjectOf(told),
    paragraphs: [
      `„${told.deviceName}“ ist ${happened[told.visit]}.`,
      `Ort: ${told.placeName}\nZeit: ${germanTimeInWords(told.at)}`,
    ],
    action: { label: 'Fahrzeug ansehen', url: publicUrl + pathOf(told) },
    after: ['Möchten Sie das nicht mehr? Schalten Sie es bei Ihren eigenen Orten aus.'],
  })
}

export function visitPush(told: ToldVisit): PushMessage {
  return {
    title: `„${told.deviceName}“ ist ${happened[told.visit]}`,
    body: `${told.placeName}, ${germanOClock(told.at)}`,
    tag: `visit-${told.deviceId}`,
    path: pathOf(told),
  }
}

import { germanTimeOClock } from '#domain/time/fix-time.ts'
import { write } from '#server/mail/emails.ts'
import type { Email } from '#server/mail/mailer.ts'
import type { PushMessage } from '#server/push/push-message.ts'
import type { WarningAtPlace } from './place-weather.store.ts'

const path = '/tracking?tab=alarm'

export function placeWeatherEmail(warning: WarningAtPlace, publicUrl: string): Email {
  const { placeName, level, headline, instruction, validFrom, validUntil, attribution } = warning
  const until = validUntil === null ? '' : `\nBis: ${germanTimeOClock(validUntil)}`
  return write({
    subject: `Wetterwarnung Stufe ${level}: ${placeName}`,
    paragraphs: [
      `für „${placeName}“ gilt eine Wetterwarnung der Stufe ${level} von 4:\n${headline}\nVon: ${germanTimeOClock(validFrom)}${until}`,
      ...(instruction === null ? [] : [instruction]),
      attribution,
    ],
    action: { label: 'Eigene Orte ansehen', url: publicUrl + path },
    after: ['Möchten Sie das nicht mehr? Ändern Sie die Stufe bei diesem Ort.'],
  })
}

export function placeWeatherPush({ placeId, placeName, level, headline, validFrom }: WarningAtPlace): PushMessage {
  return {
    title: `Wetterwarnung Stufe ${level}: ${placeName}`,
    body: `${headline}. Ab ${germanTimeOClock(validFrom)}`,
    tag: `place-weather-${placeId}`,
    path,
  }
}

import { type HelpKind, isCallForHelp } from '#contract/alarms/alarms.ts'
import { alarmLink, alarmSubject, happeningOf, placeOnMap, whenAndWhere } from '../emails/alarm-email.ts'
import { germanTimeInWords } from '#domain/time/fix-time.ts'
import { happenedAt } from '../emails/happened-at.ts'
import type { HopContent } from './alarm-hops.store.ts'
import { write } from '#server/mail/emails.ts'
import type { Email } from '#server/mail/mailer.ts'

/** To an emergency contact: what the owner was sent, and what is asked of somebody who may know little of Wegwarte. */
export function hopEmail(hop: HopContent, tokens: { alarm: string; contact: string }, publicUrl: string): Email {
  const { kind, deviceName, place, ownerEmail } = hop
  return write({
    subject: alarmSubject(hop, happenedAt(hop)),
    paragraphs: [
      isCallForHelp(kind) ? `„${deviceName}“ hat Hilfe gerufen: ${calls[kind]}` : happeningOf(hop),
      ...statedIn(hop),
      ...whenAndWhere({ ...hop, lastActiveAt: null }),
      `Das Fahrzeug gehört zu ${ownerEmail}. Sie sind Notfallkontakt, und bisher hat niemand geantwortet.`,
    ],
    action: { label: 'Ich kümmere mich darum', url: alarmLink(publicUrl, tokens.alarm) },
    furtherActions: [
      ...placeOnMap(place),
      { label: 'Nicht mehr Notfallkontakt sein', url: `${publicUrl}/emergency-contact#${tokens.contact}` },
    ],
    after: [
      isCallForHelp(kind)
        ? 'Bitte versuchen Sie gleich, die Person zu erreichen. Meldet sie sich nicht oder braucht sie Hilfe, wählen Sie 112 und nennen den Ort oben: Wegwarte ruft keinen Rettungsdienst.'
        : 'Bitte versuchen Sie, die Person zu erreichen. Sieht es nach einem Diebstahl aus, rufen Sie die Polizei unter 110 an, und stellen Sie sich niemandem selbst in den Weg.',
      'Mit „Ich kümmere mich darum“ wird niemand weiter benachrichtigt. Wer das Fahrzeug besitzt, sieht Ihre Antwort.',
    ],
  })
}

/** A helper has to know of a theft. */
function statedIn({ stated }: HopContent): string[] {
  if (stated === null) return []
  const since = germanTimeInWords(new Date(stated.since))
  if (stated.kind === 'BACK') return [`Das Fahrzeug war vermisst. Seit ${since} ist es als zurück gemeldet.`]
  const missed = stated.stated === 'STOLEN' ? 'als gestohlen gemeldet' : 'unter Verdacht'
  return [`Das Fahrzeug ist seit ${since} ${missed}.`]
}

const calls: Record<HelpKind, string> = {
  SOS: 'Jemand hat die Taste am Gerät gedrückt.',
  FALL: 'Das Gerät meldet einen Sturz.',
  ACCIDENT: 'Das Gerät meldet einen Unfall.',
}

import type { DossierState } from '#contract/dossier/dossier.ts'
import type { Instant } from '#contract/base/place.ts'
import { germanDay } from '#domain/time/fix-time.ts'
import { retainedUntil } from '#domain/history/retention.ts'

/* What screen, link page and document say alike about a theft. */

export const stateNames: Readonly<Record<DossierState, string>> = {
  PARKED: 'Abgestellt',
  SUSPICIOUS: 'Verdacht',
  STOLEN: 'Gestohlen',
  RECOVERED: 'Wiedergefunden',
}

export const stateMeanings: Readonly<Record<DossierState, string>> = {
  PARKED: 'Kein Diebstahl gemeldet.',
  SUSPICIOUS: 'Der Halter hat einen Verdacht gemeldet und prüft noch, ob alles in Ordnung ist.',
  STOLEN: 'Das Fahrzeug ist gestohlen.',
  RECOVERED: 'Das Fahrzeug ist wieder da.',
}

/** First of all, in the words of everybody who knows about it. */
export const safetyTitle = 'Bitte holen Sie das Fahrzeug nicht selbst zurück.'
export const safetyAdvice =
  'Täter können gewalttätig sein. Folgen Sie ihnen nicht und geben Sie den Ort nur der Polizei weiter. Ist das Fahrzeug gerade in Bewegung oder sehen Sie die Täter, rufen Sie 110.'

/** When the first positions of a theft are deleted. @param oldest when the oldest stored one was measured. */
export function deletionSentence(oldest: Instant): string {
  const measuredAt = new Date(oldest)
  return `Positionen vom ${germanDay(measuredAt)} werden am ${germanDay(retainedUntil(measuredAt))} gelöscht.`
}

/** How a report is filed, step by step. */
export const reportSteps: readonly string[] = [
  'Prüfen Sie zuerst, ob jemand mit Ihrer Erlaubnis gefahren ist oder ob das Fahrzeug abgeschleppt wurde. Auskunft gibt die Polizei oder das Ordnungsamt.',
  'Rufen Sie 110, wenn der Diebstahl gerade geschieht. Sonst erstatten Sie Anzeige auf einer Polizeidienststelle oder in der Onlinewache Ihres Landes.',
  'Nehmen Sie diese Mappe, den Fahrzeugschein, alle Schlüssel und Ihren Ausweis mit.',
  'Sagen Sie, dass im Fahrzeug ein Tracker seinen Standort sendet, und geben Sie den Link für die Polizei weiter.',
  'Lassen Sie sich das Aktenzeichen geben, tragen Sie es in der Anzeige-Mappe ein und melden Sie den Diebstahl Ihrer Versicherung.',
]

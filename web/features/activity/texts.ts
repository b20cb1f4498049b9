import { activityLimits } from '#contract/activity/activity-limits.ts'
import type { ActivityActor } from '#contract/activity/activity.ts'

export const activityTexts = {
  title: 'Was in Ihrem Konto geschah',
  lead: `Anmeldungen, Änderungen, geöffnete Links und Schritte des Supports der letzten ${activityLimits.keptDays} Tage. Orte stehen nicht darin. Waren Sie etwas nicht selbst? Dann ändern Sie Ihr Passwort; das meldet alle anderen Browser ab. Entfernen oder beenden Sie auch fremde Passkeys, Freigaben und Links: Ein neues Passwort allein tut das nicht.`,
  loading: 'Die Liste wird geladen …',
  failed: 'Die Liste konnte nicht geladen werden',
  moreFailed: 'Die älteren Einträge konnten nicht geladen werden',
  empty: `In den letzten ${activityLimits.keptDays} Tagen ist hier noch nichts geschehen.`,
  demo: 'Das Demokonto benutzen viele zugleich. Deshalb steht hier nichts: Niemand soll sehen, was andere tun.',
  more: 'Mehr anzeigen',
  end: `Älteres gibt es nicht: Einträge werden nach ${activityLimits.keptDays} Tagen gelöscht.`,
} as const

/** Who it was, where it was not the owner. */
export const activityActorWords: Readonly<Record<ActivityActor, string | null>> = {
  owner: null,
  support: 'durch den Support',
  recipient: 'durch den Empfänger',
  product: 'von selbst',
}

import type { ConsentPurpose } from '#contract/consents/consents.ts'

/*
 * What people consent to, word for word. Consent can be shown only together with the text that it was given to (GDPR,
 * article 7 (1)), so a text never changes: another wording is another version, added at the end. All versions stay.
 * Numbers stand in them as they were then.
 */

/** What was asked until each purpose had a text of its own: one sentence for whatever mode was chosen. */
const untilSplit =
  'Ich willige ein, dass die Positionen dieses Geräts im gewählten Modus bis zu 14 Tage gespeichert werden.'

const versions: Readonly<Record<ConsentPurpose, readonly [string, ...string[]]>> = {
  'theft-alarm': [
    untilSplit,
    'Ich willige ein, dass Positionen dieses Geräts gespeichert werden, damit ich gewarnt werde, wenn sich das Fahrzeug bewegt, und es nach einem Diebstahl wiederfinde. Die Warnung kommt per E-Mail und, wenn ich das eingerichtet habe, als Push-Nachricht. Jede Position wird nach spätestens 14 Tagen gelöscht. Außer mir sieht sie nur, wem ich sie selbst zeige. Ich kann jederzeit widerrufen; dann wird für diesen Zweck sofort nichts mehr gespeichert.',
  ],
  'movement-profile': [
    untilSplit,
    'Ich willige ein, dass Positionen dieses Geräts gespeichert werden, damit ich sehe, welche Strecken ich gefahren bin und wo ich gehalten habe. Daraus lässt sich auch ablesen, wo ich wohne, arbeite und wen ich besuche. Jede Position wird nach spätestens 14 Tagen gelöscht. Außer mir sieht sie nur, wem ich sie selbst zeige. Ich kann jederzeit widerrufen; dann wird für diesen Zweck sofort nichts mehr gespeichert.',
  ],
  'police-folder': [
    'Ich willige ein, dass jeder, der den Link hat, die Anzeige-Mappe dieses Geräts lesen kann: meine Angaben zu Fahrzeug und Person und die Positionen aus der Zeit des Falls. Der Link ist für die Polizei gedacht und endet an dem Tag, den ich wähle. Ich kann jederzeit widerrufen; dann sind alle Links zu dieser Mappe sofort gesperrt.',
  ],
  sharing: [
    'Ich willige ein, dass die Stelle, für die ich diese Freigabe anlege, die ausgewählten Daten laufend abruft, bis die Freigabe endet. Für das, was sie mit abgerufenen Daten tut, ist sie selbst verantwortlich. Ich kann jederzeit widerrufen; dann wird sofort nichts mehr herausgegeben.',
  ],
  reports: [
    'Ich willige ein, dass Ort, Art und Zeit meiner Meldungen allen gezeigt werden, die diese Karte nutzen, ohne meinen Namen und meine E-Mail-Adresse. Bei jeder Meldung wird gespeichert, dass sie von mir ist, damit ich sie berichtigen und entfernen kann. Ich kann jederzeit widerrufen; dann werden meine offenen Meldungen gelöscht.',
  ],
  'own-tours': [
    'Ich willige ein, dass meine eigenen Touren aus Dateien bis zu 365 Tage seit dem Einlesen gespeichert werden, damit ich sie länger ansehen kann. Daraus lässt sich auch ablesen, wo ich wohne, arbeite und wen ich besuche. Außer mir sieht sie niemand. Ich kann jederzeit widerrufen; dann gelten wieder 14 Tage, und ältere Touren werden sofort gelöscht.',
  ],
}

/** The version that is asked for now; the first is 1. */
export function currentVersion(purpose: ConsentPurpose): number {
  return versions[purpose].length
}

/** Null where there is no such version. */
export function consentText(purpose: ConsentPurpose, version: number): string | null {
  return versions[purpose][version - 1] ?? null
}

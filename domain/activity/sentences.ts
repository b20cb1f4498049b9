import type { ActivityKind } from '#contract/activity/activity.ts'
import type { AlarmTopic, WishChannel } from '#contract/messages/message-wishes.ts'

/** One sentence for each kind of entry in the list of what happened in an account. */
export const activitySentences: Readonly<Record<ActivityKind, string>> = {
  'signed-in': 'Angemeldet',
  'signed-in-new-browser': 'In einem neuen Browser angemeldet',
  'signed-out': 'Abgemeldet',
  'session-ended': 'Einen anderen Browser abgemeldet',
  'other-sessions-ended': 'Alle anderen Browser abgemeldet',
  'password-changed': 'Passwort geändert',
  'password-reset': 'Neues Passwort über einen Link per E-Mail gesetzt',
  'email-change-asked': 'Eine neue E-Mail-Adresse angegeben',
  'email-changed': 'Die neue E-Mail-Adresse bestätigt',
  'account-secured': '„Das war ich nicht“: alle Browser abgemeldet, Passwort und Passkeys ungültig',
  'passkey-added': 'Passkey hinzugefügt',
  'passkey-renamed': 'Passkey umbenannt',
  'passkey-removed': 'Passkey entfernt',
  'access-token-made': 'Einem Programm Zugriff gegeben',
  'access-token-revoked': 'Den Zugriff eines Programms beendet',
  'webhook-made': 'Webhook angelegt',
  'webhook-changed': 'Webhook geändert',
  'webhook-secret-renewed': 'Neues Geheimnis für einen Webhook',
  'webhook-removed': 'Webhook gelöscht',
  'mqtt-broker-saved': 'MQTT-Broker eingetragen',
  'mqtt-broker-removed': 'MQTT-Broker entfernt',
  'second-factor-on': 'Anmeldung in zwei Schritten eingeschaltet',
  'second-factor-off': 'Anmeldung in zwei Schritten ausgeschaltet',
  'recovery-code-used': 'Ersatzcode benutzt',
  'recovery-codes-renewed': 'Neue Ersatzcodes erzeugt',
  'share-made': 'Freigabe angelegt',
  'share-revoked': 'Freigabe beendet',
  'share-used': 'Freigegebene Daten abgerufen',
  'dossier-link-made': 'Link für die Polizei angelegt',
  'dossier-link-opened': 'Link für die Polizei geöffnet',
  'dossier-link-revoked': 'Link für die Polizei gesperrt',
  'dossier-consent-withdrawn': 'Einwilligung in Links für die Polizei widerrufen: alle sind gesperrt',
  'reports-consent-withdrawn': 'Einwilligung in Meldungen widerrufen: Ihre Meldungen sind gelöscht',
  'device-added': 'Gerät hinzugefügt',
  'device-removed': 'Gerät entfernt',
  'device-offered': 'Gerät jemandem angeboten',
  'device-offer-withdrawn': 'Angebot eines Geräts zurückgenommen',
  'device-handed-over': 'Angebot angenommen: Das Gerät gehört jetzt zu einem anderen Konto',
  'device-received': 'Ein angebotenes Gerät angenommen',
  'licence-assigned': 'Lizenz zugewiesen',
  'licence-released': 'Lizenz freigegeben',
  'settings-changed': 'POI-Konfiguration geändert',
  'device-settings-changed': 'POI-Konfiguration des Geräts geändert',
  'alarms-paused': 'Diebstahlalarm pausiert',
  'own-ride-said': 'Diebstahlalarm pausiert, mit „Das bin ich“ in der E-Mail',
  'alarms-resumed': 'Pause des Diebstahlalarms beendet',
  'alarm-answered': 'Alarm beantwortet',
  'alarm-message-declined': 'Nachricht zu Alarmen abgewählt',
  'tracking-enabled': 'Tracking eingeschaltet',
  'tracking-disabled': 'Tracking ausgeschaltet',
  'tracking-withdrawn': 'Einwilligung in die Aufzeichnung widerrufen',
  'tracking-consent-ended': 'Einwilligung in die Aufzeichnung beendet: Dem geänderten Text wurde nicht zugestimmt',
  'tracking-ended': 'Tracking beendet: Das Gerät hatte keine gültige Lizenz mehr',
  'history-exported': 'Positionsverlauf heruntergeladen',
  'history-deleted': 'Positionsverlauf gelöscht',
  'guard-zone-made': 'Alarmzone angelegt',
  'guard-zone-changed': 'Alarmzone geändert',
  'guard-zone-removed': 'Alarmzone gelöscht',
  'privacy-zone-made': 'Privatzone angelegt',
  'privacy-zone-changed': 'Privatzone geändert',
  'privacy-zone-removed': 'Privatzone gelöscht',
  'own-place-made': 'Eigener Ort angelegt',
  'own-place-changed': 'Eigener Ort geändert',
  'own-place-removed': 'Eigener Ort gelöscht',
  'deletion-asked': 'Löschung des Kontos verlangt',
  'deletion-confirmed': 'Löschung des Kontos bestätigt',
  'deletion-ended': 'Löschung des Kontos zurückgenommen',
  'data-export-asked': '„Meine Daten“ angefordert',
  'data-export-made': 'Die Datei „Meine Daten“ liegt bereit',
  'data-export-downloaded': 'Die Datei „Meine Daten“ heruntergeladen',
  'data-export-deleted': 'Die Datei „Meine Daten“ gelöscht',
  'data-exported': 'Alle Daten des Kontos als Datei ausgegeben',
  'emergency-contact-invited': 'Notfallkontakt eingeladen',
  'emergency-contact-accepted': 'Notfallkontakt hat zugesagt',
  'emergency-contact-left': 'Notfallkontakt hat abgesagt',
  'emergency-contact-removed': 'Notfallkontakt entfernt',
  'emergency-contacts-changed': 'Reihenfolge, Wartezeit oder Hilferufe der Notfallkontakte geändert',
  'person-invited': 'Person zu einem Fahrzeug eingeladen',
  'person-accepted': 'Eingeladene Person hat zugesagt',
  'person-left': 'Eingeladene Person sieht das Fahrzeug auf eigenen Wunsch nicht mehr',
  'person-removed': 'Eingeladene Person entfernt',
  'person-looked': 'Eingeladene Person hat angesehen, wo das Fahrzeug ist',
  'person-rode': 'Eingeladene Person hat „Ich fahre“ gesagt: Der Diebstahlalarm pausiert',
  'person-answered': 'Eingeladene Person hat einen Alarm beantwortet',
  'phone-confirmed': 'Telefon für Alarme bestätigt',
  'phone-removed': 'Telefon für Alarme gelöscht',
  'account-disabled': 'Konto gesperrt',
  'account-enabled': 'Sperre des Kontos aufgehoben',
  'account-unverified': 'Bestätigungen von E-Mail-Adresse und IMEI zurückgesetzt',
  'verification-sent': 'Bestätigungs-E-Mail noch einmal verschickt',
  'licence-extended': 'Laufzeit einer Lizenz verlängert',
  'licence-revoked': 'Lizenz vorzeitig beendet',
}

const sentences: ReadonlyMap<string, string> = new Map(Object.entries(activitySentences))

/** The sentence for a kind of entry; of one that only a newer version knows, that something happened. */
export function sentenceOf(kind: string): string {
  return sentences.get(kind) ?? 'Etwas, das erst eine neuere Fassung der App benennt'
}

/** The detail of what a program did for the owner, by their name for it. */
export const byProgram = (program: string): string => `durch „${program}“`

const alarmTopicWords = { THEFT: 'Diebstahl', HELP: 'Hilferuf', SILENCE: 'Funkstille' } as const satisfies Record<
  AlarmTopic,
  string
>
const wishChannelWords = { EMAIL: 'E-Mail', PUSH: 'Push', PHONE: 'Telefon' } as const satisfies Record<
  WishChannel,
  string
>

/** The detail of what is not wanted about an alarm any more. */
export const declinedDetail = (topic: AlarmTopic, channel: WishChannel): string =>
  `${alarmTopicWords[topic]}, ${wishChannelWords[channel]}`

import { accountDeletionLimits, accountDeletionServerLimits } from './account-deletion-limits.ts'
import { accountLimits } from './account-limits.ts'
import { activityLimits } from './activity-limits.ts'
import { dataExportLimits, dataExportServerLimits } from './data-export-limits.ts'
import { devicesLimits } from './devices-limits.ts'
import { dossierLimits } from './dossier-limits.ts'
import { emergencyContactsServerLimits } from './emergency-contacts-limits.ts'
import { messagesServerLimits } from './messages-limits.ts'
import { passkeysLimits } from './passkeys-limits.ts'
import { hiddenPoisLimits } from './hidden-pois-limits.ts'
import { poiReportsLimits, voteServerLimits } from './poi-reports-limits.ts'
import { purgeServerLimits } from './purge-limits.ts'
import { remindersServerLimits } from './reminders-limits.ts'
import { sharesServerLimits } from './shares-limits.ts'
import { secondFactorServerLimits } from './second-factor-limits.ts'
import { trackingLimits } from './tracking-limits.ts'

/*
 * What is stored about people: the one source of the privacy page, of the comments on the database's tables
 * (`server/db/table-comments.ts`) and of docs/data-protection.md. Whoever adds a table adds its name to a record here, or to
 * `tablesWithoutPersonalData`; a test compares both with the database (`server/db/table-comments.test.ts`).
 */

export const dataGroups = {
  account: 'Konto und Anmeldung',
  devices: 'Geräte und Lizenzen',
  positions: 'Positionen und Diebstahlalarm',
  map: 'Karte und Warnungen',
  contact: 'Nachrichten und Protokolle',
} as const

/** Article 6(1) GDPR. */
export type LegalBasis =
  | { article: 'a' | 'b' }
  | { article: 'c'; duty: string }
  /** The interest that is weighed against those of the person. */
  | { article: 'f'; interest: string }

/** One kind of stored data. All texts are German sentences for people, but `title` and `purpose`, which are phrases. */
export interface DataRecord {
  /** Stays the same when texts change. */
  id: string
  group: keyof typeof dataGroups
  title: string
  /** Each table of the schema `public` is in one record only. */
  tables: readonly string[]
  /** Where it is, if it is in no table. */
  place?: string
  what: string
  /** Follows „Wozu:“. */
  purpose: string
  basis: LegalBasis
  kept: string
  /** Who else gets to know it. Absent: nobody but the owner of the account and the operator. */
  seenBy?: string
}

const days = (count: number) => `${count} Tage`

export const dataRecords: readonly DataRecord[] = [
  {
    id: 'account',
    group: 'account',
    title: 'Konto',
    tables: ['users'],
    what: 'E-Mail-Adresse, Zeitpunkt der Registrierung, ob Adresse und IMEI bestätigt sind und, solange es so ist, wann eine Alarm-E-Mail an die Adresse zurückkam; das Passwort nur als Hash.',
    purpose: 'damit das Konto Ihnen gehört und niemandem sonst',
    basis: { article: 'b' },
    kept: `Solange das Konto besteht. Ein Konto, dessen E-Mail-Adresse nie bestätigt wurde, wird nach ${purgeServerLimits.neverVerifiedDays} Tagen gelöscht.`,
  },
  {
    id: 'sessions',
    group: 'account',
    title: 'Anmeldungen',
    tables: ['sessions'],
    what: 'Wann und mit welchem Browser Sie angemeldet sind; das Anmelde-Token und der Schlüssel, mit dem ein Browser eine Abmeldung nachholt, nur als Hash. Sie sehen und beenden Anmeldungen unter „Konto“.',
    purpose: 'damit Sie angemeldet bleiben und fremde Anmeldungen erkennen',
    basis: { article: 'b' },
    kept: `Bis ${days(accountLimits.sessionDays)} nach der letzten Nutzung, höchstens ${days(accountLimits.longestSessionDays)}.`,
  },
  {
    id: 'known-networks',
    group: 'account',
    title: 'Netze, aus denen Sie sich früher angemeldet haben',
    tables: ['known_networks'],
    what: 'Nur als Hash, von früheren Versionen.',
    purpose:
      'damit Sie niemand aussperrte, der von anderswo Ihr Passwort zu raten versuchte; heute braucht es das nicht mehr',
    basis: { article: 'f', interest: 'Schutz der Konten vor fremden Anmeldungen' },
    kept: 'Neue werden nicht gespeichert, vorhandene in der nächsten Nacht gelöscht.',
  },
  {
    id: 'account-deletion',
    group: 'account',
    title: 'Löschung des Kontos',
    tables: ['account_deletions', 'account_deletion_receipts'],
    what: 'Wann die Löschung verlangt, bestätigt oder abgesagt wurde; die Links dazu nur als Hash. Nach der Löschung E-Mail-Adresse, Kennungen und Zahlen für den Beleg.',
    purpose: 'damit nur Sie Ihr Konto löschen, Sie es sich anders überlegen können und einen Beleg erhalten',
    basis: { article: 'b' },
    kept: `Der Link zur Bestätigung gilt ${accountDeletionLimits.linkHours} Stunden, danach bleiben ${days(accountDeletionLimits.graceDays)}, das Konto doch zu behalten. Eine abgesagte Löschung wird ${days(accountDeletionServerLimits.rememberedDays)} danach vergessen, der Beleg mit dem Versand, spätestens nach ${messagesServerLimits.triedHours} Stunden.`,
    seenBy: 'Die Mailserver auf dem Weg zu Ihrem Postfach.',
  },
  {
    id: 'known-browsers',
    group: 'account',
    title: 'Browser, in denen Sie sich angemeldet haben',
    tables: ['known_browsers'],
    what: 'Woran wir den Browser wiedererkennen: ein zufälliger Schlüssel, den er behält, oder wie er sich selbst nennt, nur als Hash.',
    purpose: 'damit Sie bei der Anmeldung in einem neuen Browser eine E-Mail bekommen',
    basis: { article: 'f', interest: 'Schutz der Konten vor fremden Anmeldungen' },
    kept: `Bis ${days(accountLimits.knownBrowserDays)} nach der letzten Anmeldung von dort; der zuletzt benutzte, solange das Konto besteht.`,
  },
  {
    id: 'former-emails',
    group: 'account',
    title: 'Frühere E-Mail-Adressen',
    tables: ['former_emails'],
    what: 'Welche Adresse das Konto bis vor Kurzem hatte.',
    purpose: 'damit Sie mit „Das war ich nicht“ ein Konto zurückholen, dessen Adresse jemand anders geändert hat',
    basis: { article: 'f', interest: 'Schutz der Konten vor Übernahme' },
    kept: `Bis ${days(accountLimits.formerEmailDays)} nach der Änderung; gelöscht wird jede Nacht.`,
  },
  {
    id: 'attempts',
    group: 'account',
    title: 'Versuche',
    tables: ['attempts'],
    what: 'Versuche, etwa der Anmeldung, der IMEI oder neuer Links, gezählt nach Konto, E-Mail-Adresse, Netzadresse und, als Hash, Browser.',
    purpose: 'damit niemand Passwörter, IMEIs oder Links durchprobiert',
    basis: { article: 'f', interest: 'Schutz vor Missbrauch' },
    kept: `Höchstens ${days(2 * purgeServerLimits.attemptDays)}.`,
  },
  {
    id: 'second-factor',
    group: 'account',
    title: 'Anmeldung in zwei Schritten',
    tables: ['second_factors', 'recovery_codes'],
    what: 'Wenn Sie sie einschalten: das Geheimnis, das auch Ihre App kennt, und seit wann; die Ersatzcodes nur als Hash, mit der Zeit, zu der einer benutzt wurde.',
    purpose: 'damit zur Anmeldung ein Passwort allein nicht genügt',
    basis: { article: 'b' },
    kept: `Bis Sie sie ausschalten; ein Geheimnis, das Sie nicht bestätigen, höchstens ${days(2 * secondFactorServerLimits.unconfirmedDays)}.`,
  },
  {
    id: 'activity',
    group: 'account',
    title: 'Was im Konto geschah',
    tables: ['activities'],
    what: 'Anmeldungen, geöffnete Links, geänderte Einstellungen, Schritte des Supports und Exporte, mit Zeit, Gerät und Browser; nie ein Ort. Sie lesen die Liste unter „Sicherheit“.',
    purpose: 'damit Sie merken, wenn jemand anders in Ihrem Konto war',
    basis: { article: 'f', interest: 'Sicherheit des Kontos' },
    kept: `Bis ${days(activityLimits.keptDays)} danach; was älter ist, wird jede Nacht gelöscht.`,
  },
  {
    id: 'email-links',
    group: 'account',
    title: 'Links per E-Mail',
    tables: ['email_tokens'],
    what: 'Wofür ein Link ist, zu welchem Alarm er gehört und an welche Adresse er ging; der Link selbst nur als Hash.',
    purpose: 'damit Adresse und Passwort nur ändert, wer das Postfach liest',
    basis: { article: 'b' },
    kept: `Links gelten ${accountLimits.emailTokenHours} Stunden, zum Zurücksetzen des Passworts ${accountLimits.passwordResetTokenHours} Stunden, „Das war ich nicht“ ${days(accountLimits.secureLinkDays)}, und werden ${days(purgeServerLimits.endedTokenDays)} danach gelöscht.`,
    seenBy: 'Die Mailserver auf dem Weg zu Ihrem Postfach.',
  },
  {
    id: 'passkeys',
    group: 'account',
    title: 'Passkeys',
    tables: ['passkeys', 'passkey_challenges'],
    what: 'Von jedem Passkey den öffentlichen Schlüssel, den Namen, den Sie ihm geben, wie oft und wann zuletzt er benutzt wurde und ob es eine Sicherungskopie gibt. Fingerabdruck, Gesicht und PIN bleiben auf Ihrem Gerät. Beim Anmelden außerdem den Hash einer Zufallszahl.',
    purpose: 'damit Sie sich ohne Passwort anmelden können',
    basis: { article: 'b' },
    kept: `Bis Sie den Passkey entfernen; die Zufallszahl gilt ${passkeysLimits.minutesToAnswer} Minuten und wird spätestens eine halbe Stunde danach gelöscht.`,
  },
  {
    id: 'data-export',
    group: 'account',
    title: 'Datei mit Ihren Daten',
    tables: ['data_exports', 'data_export_parts'],
    what: 'Wenn Sie sie unter „Meine Daten“ anfordern: eine ZIP-Datei mit allem, was hier steht, dazu wann sie angefordert und wohin der Link geschickt wurde; der Link selbst nur als Hash.',
    purpose: 'damit Sie sehen und mitnehmen, was über Sie gespeichert ist',
    basis: { article: 'c', duty: 'Auskunft und Datenübertragbarkeit (Art. 15 und 20 DSGVO)' },
    kept: `Die Datei ${days(dataExportLimits.keptDays)} oder bis Sie sie löschen; dass es sie gab, noch ${days(dataExportServerLimits.rememberedDays)} danach.`,
    seenBy: 'Wer den Link aus der E-Mail hat, solange er gilt.',
  },
  {
    id: 'pictures',
    group: 'account',
    title: 'Bild Ihres Fahrzeugs',
    tables: ['uploads'],
    what: 'Das Bild, das Sie hochladen: verkleinert und ohne Aufnahmeort.',
    purpose: 'damit Sie und, wenn Sie es wollen, die Polizei das Fahrzeug erkennen',
    basis: { article: 'b' },
    kept: `Bis Sie es ersetzen oder entfernen; eines, das Sie nicht verwenden, höchstens ${2 * purgeServerLimits.unchosenPictureHours} Stunden.`,
    seenBy: 'Alle, denen Sie eine Anzeige-Mappe mit dem Bild geben.',
  },
  {
    id: 'devices',
    group: 'devices',
    title: 'Geräte',
    tables: ['devices'],
    what: 'IMEI, Name, was Sie zum Fahrzeug eintragen, auch Saison und nächste Hauptuntersuchung, und wann Sie den Alarm erstmals ausprobiert haben.',
    purpose: 'damit Sie Ihre Geräte verwalten',
    basis: { article: 'b' },
    kept: 'Bis Sie das Gerät entfernen oder übergeben.',
  },
  {
    id: 'inventory',
    group: 'devices',
    title: 'Verkaufte Geräte',
    tables: ['device_inventory'],
    what: 'IMEI, Modell, Zugangscodes des Geräts und sein letztes Lebenszeichen.',
    purpose: 'damit nur echte Geräte melden und nur ihr Käufer sie registriert',
    basis: { article: 'b' },
    kept: 'Solange der Betreiber das Gerät führt; das Lebenszeichen, bis Sie das Gerät entfernen oder übergeben.',
  },
  {
    id: 'device-health',
    group: 'devices',
    title: 'Zustand des Geräts',
    tables: ['device_health', 'device_losses'],
    what: 'Akkustand, ob die Stromversorgung angeschlossen ist und warum zuletzt eine Position nicht gespeichert werden konnte, jeweils nur der neueste Stand. Das meldet das Gerät auch bei ausgeschaltetem Tracking; ein Ort gehört nicht dazu.',
    purpose: 'damit Sie sehen, ob das Gerät arbeitet',
    basis: { article: 'b' },
    kept: 'Bis Sie das Gerät entfernen oder übergeben.',
  },
  {
    id: 'offers',
    group: 'devices',
    title: 'Angebotene Geräte',
    tables: ['device_offers'],
    what: 'Bieten Sie ein Gerät jemandem an: dessen E-Mail-Adresse; der Link nur als Hash.',
    purpose: 'damit genau diese Person das Gerät annehmen kann',
    basis: { article: 'b' },
    kept: `Bis das Angebot angenommen oder zurückgenommen ist, höchstens ${days(devicesLimits.offerDays)}.`,
  },
  {
    id: 'licences',
    group: 'devices',
    title: 'Lizenzen',
    tables: ['licences', 'licence_reminders'],
    what: 'Art, Schlüssel, Laufzeit und welches Gerät sie nutzt; an welches Ende wir Sie wie lange vorher erinnert haben.',
    purpose: 'damit Sie nutzen können, was Sie gekauft haben, und rechtzeitig erfahren, dass es endet',
    basis: { article: 'b' },
    kept: 'Solange das Konto besteht.',
    seenBy: 'Die Mailserver auf dem Weg zu Ihrem Postfach.',
  },
  {
    id: 'reminders',
    group: 'devices',
    title: 'Erinnerungen',
    tables: ['reminders', 'unwanted_reminders'],
    what: 'Woran wir Sie bei welchem Gerät erinnert haben: dass Tracking oder Alarm endete oder noch pausiert, dass keine Positionen ankommen, Saison, Hauptuntersuchung und Unwetter, wo das Fahrzeug steht; ohne Ort. Und welche davon Sie nicht möchten.',
    purpose: 'damit Sie es erfahren, und jedes nur einmal',
    basis: { article: 'b' },
    kept: `Höchstens ${days(remindersServerLimits.keptDays + 1)} oder bis Sie das Gerät entfernen oder übergeben; was Sie nicht möchten, solange das Konto besteht.`,
    seenBy: 'Die Mailserver auf dem Weg zu Ihrem Postfach.',
  },
  {
    id: 'calendar',
    group: 'devices',
    title: 'Kalender-Adresse',
    tables: ['calendars'],
    what: 'Wenn Sie sie einschalten: seit wann es sie gibt und wann sie zuletzt gelesen wurde; der geheime Teil nur als Hash. Wer die Adresse hat, liest die Termine: Enden der Lizenzen, Hauptuntersuchung und Saison mit den Namen der Geräte, keinen Ort und kein Kennzeichen.',
    purpose: 'damit die Termine in Ihrem Kalender stehen',
    basis: { article: 'b' },
    kept: 'Bis Sie sie abschalten oder ersetzen; sie endet auch, wenn Sie Passwort oder E-Mail-Adresse ändern.',
    seenBy: 'Der Anbieter des Kalenders, in den Sie die Adresse eintragen.',
  },
  {
    id: 'positions',
    group: 'positions',
    title: 'Positionen',
    tables: ['positions'],
    what: 'Orte des Fahrzeugs mit Zeit, Geschwindigkeit und Genauigkeit: nur mit Ihrer Einwilligung und nur bei eingeschaltetem Tracking. Im Modus „Diebstahl-Tracking“ bleiben von einem abgestellten Fahrzeug nur Ort und Zeit. Sie können sie jederzeit löschen, als Datei mitnehmen und die Einwilligung widerrufen.',
    purpose: 'Positionsverlauf, Bewegungsprofil und Diebstahlalarm, so wie Sie es wählen',
    basis: { article: 'a' },
    kept: `Höchstens ${days(trackingLimits.retentionDays)}.`,
    seenBy: `Wem Sie bei einem Diebstahl einen Link zur Anzeige-Mappe geben: die Positionen des Diebstahls, höchstens die letzten ${days(trackingLimits.retentionDays)}. Wem Sie Positionen freigeben.`,
  },
  {
    id: 'guard-zones',
    group: 'positions',
    title: 'Alarmzonen',
    tables: ['guard_zones'],
    what: 'Name, Ort, Umkreis, Schärfe und Zeiten, die Sie eintragen.',
    purpose: 'damit der Diebstahlalarm dort schärfer oder ruhiger wacht',
    basis: { article: 'b' },
    kept: 'Bis Sie die Zone löschen.',
  },
  {
    id: 'privacy-zones',
    group: 'positions',
    title: 'Privatzonen',
    tables: ['privacy_zones'],
    what: 'Name, Ort und Umkreis, die Sie eintragen, und ein zufälliger Versatz.',
    purpose: 'damit andere nicht sehen, wo Sie wohnen oder arbeiten',
    basis: { article: 'b' },
    kept: 'Bis Sie die Zone löschen.',
  },
  {
    id: 'saved-routes',
    group: 'positions',
    title: 'Meine Strecken',
    tables: ['saved_routes'],
    what: 'Strecken, die Sie speichern: Name, die vereinfachte Linie, Abfahrt und Tempo, was beim letzten Öffnen auf ihr lag, und ob Sie am Abend vor der Fahrt über Neues benachrichtigt wurden.',
    purpose: 'damit Sie eine Strecke wieder prüfen können und rechtzeitig erfahren, was neu auf ihr liegt',
    basis: { article: 'b' },
    kept: 'Bis Sie die Strecke löschen.',
    seenBy:
      'Die Mailserver auf dem Weg zu Ihrem Postfach: Name, Abfahrt und was neu auf der Strecke liegt, nicht die Linie.',
  },
  {
    id: 'shares',
    group: 'positions',
    title: 'Freigaben',
    tables: ['shares'],
    what: 'Wem Sie welche Daten welches Geräts bis wann freigeben, wann zuletzt und wie oft sie abgerufen wurden; das Token nur als Hash.',
    purpose:
      'damit Dritte, etwa Versicherung oder Werkstatt, die Daten Ihres Geräts bekommen, wenn Sie es wollen (Verordnung (EU) 2023/2854, Art. 4 und 5)',
    basis: { article: 'a' },
    kept: `Bis ${days(sharesServerLimits.endedDays)} nach ihrem Ende. Sie enden, wann Sie wollen, spätestens nach einem Jahr, mit dem Widerruf Ihrer Einwilligung ins Tracking und mit dem Gerät.`,
    seenBy: 'Wem Sie das Token geben: die freigegebenen Daten, Positionen ohne die aus Ihren Privatzonen.',
  },
  {
    id: 'tracking',
    group: 'positions',
    title: 'Tracking und Einwilligung',
    tables: ['tracking_settings'],
    what: 'Ob und wozu aufgezeichnet wird, seit wann Ihre Einwilligung gilt und wann Sie um eine neue gebeten wurden.',
    purpose: 'damit nur aufgezeichnet wird, was Sie wollen',
    basis: { article: 'b' },
    kept: 'Bis Sie das Gerät entfernen oder übergeben.',
  },
  {
    id: 'consents',
    group: 'positions',
    title: 'Einwilligungen',
    tables: ['consents'],
    what: 'Wann Sie wozu und für welches Gerät eingewilligt oder widerrufen haben, mit der Version und der Prüfsumme des Textes und dem damaligen Namen des Geräts. Daran wird nichts geändert.',
    purpose: 'damit Sie und wir nachweisen können, was erlaubt war',
    basis: { article: 'c', duty: 'Nachweis der Einwilligung (Art. 7 Abs. 1 DSGVO)' },
    kept: 'Solange das Konto besteht, auch wenn das Gerät schon entfernt ist.',
  },
  {
    id: 'alarms',
    group: 'positions',
    title: 'Alarm-Protokoll',
    tables: ['alarms', 'alarm_hops', 'alarm_links'],
    what: 'Wann der Diebstahlalarm was woran erkannt hat, wann das Gerät einen Hilferuf, einen Sturz oder einen Unfall gemeldet hat, wo das Fahrzeug dabei war, ob die Nachrichten an Sie und Ihre Notfallkontakte ankamen und wer geantwortet hat; Links zum Antworten nur als Hash. Wer Positionen löscht, löscht die Orte auch hier.',
    purpose: 'damit Sie von einem Diebstahl erfahren und Hilfe bekommen',
    basis: { article: 'a' },
    kept: `Höchstens ${days(trackingLimits.retentionDays)}.`,
    seenBy:
      'Die Mailserver auf dem Weg zu Ihrem Postfach: Eine Alarm-E-Mail nennt den Ort des Fahrzeugs. Ihre Notfallkontakte, wenn niemand antwortet: was in der Alarm-E-Mail steht.',
  },
  {
    id: 'emergency-contacts',
    group: 'positions',
    title: 'Notfallkontakte',
    tables: ['emergency_contacts', 'emergency_contact_links', 'emergency_chains'],
    what: 'Wen Sie für ein Fahrzeug einladen: E-Mail-Adresse, Reihenfolge, wann eingeladen und zugesagt wurde und zu welchem Text, und ob sie auch bei Hilferuf, Sturz und Unfall benachrichtigt werden; Links nur als Hash. Von denen, die absagen, bleibt nur eine Prüfsumme der Adresse.',
    purpose: 'damit bei einem Alarm jemand erreicht wird, auch wenn Sie schlafen',
    basis: { article: 'a' },
    kept: `Bis Sie den Kontakt oder das Gerät entfernen oder der Kontakt absagt, mit dem Link in jeder E-Mail an ihn: Dann wird die Adresse sofort gelöscht, die Prüfsumme nach ${emergencyContactsServerLimits.leftDays} Tagen, damit niemand gleich wieder eingeladen wird. Eine Einladung, die niemand annimmt, ${days(emergencyContactsServerLimits.leftDays)} nach ihrem Ende.`,
    seenBy: 'Der Kontakt sieht Ihre E-Mail-Adresse, das Modell des Geräts und, nach der Zusage, dessen Namen.',
  },
  {
    id: 'phones',
    group: 'positions',
    title: 'Telefon für Alarme',
    tables: ['phones', 'phone_codes'],
    what: 'Die Nummer, die Sie als Konto oder als Notfallkontakt selbst angeben, ob Sie SMS oder Anrufe möchten, und wann Sie sie mit einem Code bestätigt haben; der Code nur als Hash. Seiten zeigen nur die letzten Ziffern, und wer Sie eingeladen hat, sieht die Nummer nicht.',
    purpose: 'damit ein Alarm Sie auch ohne Internet und im Schlaf erreicht',
    basis: { article: 'a' },
    kept: `Bis Sie die Nummer, das Konto oder das Gerät löschen oder als Notfallkontakt aufhören. Eine Nummer, die niemand bestätigt, höchstens einen Tag.`,
    seenBy:
      'Der Dienst, der für den Betreiber SMS verschickt und anruft, und die Telefonnetze: die Nummer und den Text, mit Kennzeichen oder Name des Fahrzeugs, Zeit und einem Link, ohne Ort.',
  },
  {
    id: 'guards',
    group: 'positions',
    title: 'Stand des Diebstahlalarms',
    tables: ['alarm_guards'],
    what: 'Wo das Fahrzeug abgestellt ist, was die letzten Positionen darüber zeigen, wie genau das Gerät misst, wie oft es meldet und womit es in den letzten Wochen falsch ausgeschlagen hat, welche Signale anliegen, und ob und bis wann der Alarm pausiert. Pausiert er bis zur Ankunft, auch, wo das Fahrzeug meist über Nacht steht.',
    purpose: 'damit ein Alarm kommt, sobald es bewegt wird',
    basis: { article: 'a' },
    kept: `Der Ort bis ${days(trackingLimits.retentionDays)} nach der letzten Position; wer Positionen löscht oder die Einwilligung widerruft, löscht ihn auch hier. Alles andere, bis Sie das Gerät entfernen oder übergeben.`,
  },
  {
    id: 'dossier',
    group: 'positions',
    title: 'Anzeige-Mappe',
    tables: ['dossiers', 'dossier_changes'],
    what: 'Was Sie für die Polizei zu Fahrzeug, Anzeige und Halter eintragen (Name, Telefon, Eigentumsnachweis: freiwillig) und als Verdacht oder Diebstahl melden.',
    purpose: 'damit die Polizei nach einem Diebstahl alles beisammen hat',
    basis: { article: 'b' },
    kept: 'Bis Sie die Mappe oder das Gerät löschen.',
    seenBy: 'Wem Sie das Dokument oder einen Link dazu geben.',
  },
  {
    id: 'dossier-links',
    group: 'positions',
    title: 'Links für die Polizei',
    tables: ['dossier_links'],
    what: 'Nur als Hash, mit Zahl und Zeitpunkt der Besuche. Wer einen Link hat, sieht Fahrzeug, Angaben und die Positionen des Diebstahls, bis Sie ihn sperren, Ihre Einwilligung widerrufen oder er abläuft.',
    purpose: 'damit die Polizei die Mappe ohne Konto lesen kann und Sie sehen, ob es geschah',
    basis: { article: 'a' },
    kept: `Sie gelten so lange, wie Sie wählen (höchstens 7 Tage), und werden ${days(dossierLimits.endedLinkDays)} danach gelöscht.`,
  },
  {
    id: 'push',
    group: 'positions',
    title: 'Push-Nachrichten',
    tables: ['push_subscriptions'],
    what: 'Wo Sie sie einschalten: die Adresse Ihres Browsers bei dessen Push-Dienst und die Schlüssel, mit denen nur er sie lesen kann.',
    purpose: 'damit ein Alarm Sie sofort erreicht',
    basis: { article: 'a' },
    kept: 'Bis Sie sie ausschalten oder der Browser abgemeldet ist.',
    seenBy:
      'Der Push-Dienst des Herstellers Ihres Browsers (Apple, Google, Microsoft oder Mozilla): wann eine Nachricht an welchen Browser geht, aber nicht, was darin steht; sie ist verschlüsselt und nennt keinen Ort.',
  },
  {
    id: 'settings',
    group: 'map',
    title: 'Warneinstellungen',
    tables: ['user_settings', 'device_settings'],
    what: 'Was Sie unter „POI-Konfiguration“ festlegen, für das Konto und einzelne Geräte.',
    purpose: 'damit Sie so gewarnt werden, wie Sie wollen',
    basis: { article: 'b' },
    kept: 'Solange das Konto besteht; die eines Geräts, bis Sie es entfernen oder übergeben.',
  },
  {
    id: 'poi-reports',
    group: 'map',
    title: 'Meldungen auf der Karte',
    tables: ['poi_reports'],
    what: 'Art, Stelle und Zeit, dazu intern, von welchem Konto sie sind und was dessen Wort gilt.',
    purpose: 'damit andere gewarnt sind',
    basis: { article: 'a' },
    kept: `Bis Sie sie entfernen oder die Einwilligung widerrufen, spätestens ${poiReportsLimits.forgottenHours} Stunden nach ihrem Ende.`,
    seenBy: 'Andere sehen die Meldung, aber nicht, von wem.',
  },
  {
    id: 'poi-votes',
    group: 'map',
    title: 'Bestätigungen auf der Karte',
    tables: ['poi_votes'],
    what: 'Welche Meldung Sie bestätigt oder verneint haben, und wie viel Ihr Wort gilt. Geben Sie an, wie nah Sie sind, fließt das ein und wird nicht gespeichert.',
    purpose: 'damit falsche Meldungen verschwinden',
    basis: { article: 'b' },
    kept: 'So lange wie die Meldung.',
    seenBy: 'Andere sehen die Zahl der Bestätigungen, aber nicht, von wem.',
  },
  {
    id: 'poi-doubts',
    group: 'map',
    title: 'Zweifel an Quellen',
    tables: ['poi_doubts'],
    what: 'Welchem Eintrag einer Quelle Sie zugestimmt oder widersprochen haben, wann, und wie viel Ihr Wort gilt.',
    purpose: 'damit andere erfahren, wenn eine Quelle nicht mehr stimmt',
    basis: { article: 'b' },
    kept: `Bis ${days(voteServerLimits.doubtDays)} danach, höchstens so lange, wie die Quelle den Eintrag hat.`,
    seenBy: 'Andere sehen einen Hinweis, wenn genug dagegen spricht, aber nicht, von wem.',
  },
  {
    id: 'hidden-pois',
    group: 'map',
    title: 'Ausgeblendete POIs',
    tables: ['hidden_pois'],
    what: `Welche POIs Sie für sich ausgeblendet haben und wann, höchstens ${hiddenPoisLimits.most}.`,
    purpose: 'damit Sie nicht sehen, was Sie nicht sehen wollen',
    basis: { article: 'b' },
    kept: 'Bis Sie sie wieder zeigen, höchstens so lange, wie es den POI gibt.',
  },
  {
    id: 'poi-voters',
    group: 'map',
    title: 'Bewährung Ihrer Meldungen',
    tables: ['poi_voters'],
    what: 'Wie oft andere Ihre Meldungen und Bestätigungen bestätigt und widerlegt haben: zwei Zahlen, ohne Ort und Zeit.',
    purpose: 'damit viele falsche Konten weniger ausrichten als wenige verlässliche Menschen',
    basis: { article: 'f', interest: 'dass Meldungen stimmen, auf die sich andere auf der Straße verlassen' },
    kept: 'Solange das Konto besteht.',
  },
  {
    id: 'own-pois',
    group: 'map',
    title: 'Eigene POIs',
    tables: ['own_pois', 'own_poi_files'],
    what: 'Was Sie importieren, nur für Sie sichtbar.',
    purpose: 'damit Sie Ihre Orte auf der Karte haben',
    basis: { article: 'b' },
    kept: 'Bis Sie sie entfernen.',
  },
  {
    id: 'messages',
    group: 'contact',
    title: 'Nachrichten an Sie',
    tables: ['messages'],
    what: 'Push-Nachrichten zu Alarmen, Erinnerungen, Neues zu Strecken und E-Mails über Exporte und Löschungen: welche Art, worüber, auf welchem Weg, wann fällig, begonnen und angenommen, und was daraus wurde. Nur bis sie verschickt sind: das Geheimnis ihres Links, und beim Beleg einer Löschung die E-Mail-Adresse und was gelöscht wurde. Nie ein Ort.',
    purpose: 'damit jede ankommt, und nur einmal',
    basis: { article: 'b' },
    kept: `Höchstens ${days(messagesServerLimits.keptDays + 1)}, zu Alarmen so lange wie der Alarm.`,
    seenBy: 'Die Mailserver auf dem Weg zu Ihrem Postfach und die Push-Dienste der Hersteller Ihrer Browser.',
  },
  {
    id: 'jobs',
    group: 'contact',
    title: 'E-Mails, die noch zu senden sind',
    tables: [],
    place: 'Datenbank, Schema `pgboss`',
    what: 'Wofür und für welches Konto oder Gerät, bei manchen die E-Mail-Adresse; nie ein Link oder Ort.',
    purpose: 'damit keine E-Mail verloren geht',
    basis: { article: 'b' },
    kept: `Bis ${days(purgeServerLimits.finishedJobDays)} nach dem Senden oder dem letzten Versuch.`,
  },
  {
    id: 'contact',
    group: 'contact',
    title: 'Nachrichten über das Kontaktformular',
    tables: [],
    place: 'Postfach des Supports',
    what: 'Name, E-Mail-Adresse, Betreff und Text gehen sofort als E-Mail an den Support; in der App werden sie nicht gespeichert.',
    purpose: 'damit der Support Ihnen antworten kann',
    basis: { article: 'b' },
    kept: 'Im Postfach des Supports, solange Ihr Anliegen es braucht.',
    seenBy: 'Die Mailserver auf dem Weg zum Support.',
  },
  {
    id: 'server-log',
    group: 'contact',
    title: 'Protokoll des Servers',
    tables: [],
    place: 'Ausgabe des Servers',
    what: 'Welche Art von Aufruf wann wie beantwortet wurde. Positionen, Tokens, Passwörter, E-Mail- und Netzadressen stehen nicht darin.',
    purpose: 'damit Fehler gefunden werden',
    basis: { article: 'f', interest: 'sicherer Betrieb' },
    kept: 'So lange, wie der Betreiber sein Protokoll aufbewahrt.',
  },
]

/** Why nobody is known by what is in these tables. */
export const tablesWithoutPersonalData: Readonly<Record<string, string>> = {
  accident_parts: 'Teile des Unfallatlas der Statistischen Ämter: offene Daten.',
  accidents: 'Unfälle aus dem Unfallatlas: offene Daten ohne Beteiligte.',
  other_accidents: 'Orte und Arten der Unfälle ohne Kraftrad aus dem Unfallatlas: offene Daten ohne Beteiligte.',
  closures: 'Für Motorräder gesperrte Straßen aus OpenStreetMap: offene Daten.',
  feed_states: 'Stand der Importe offener Daten.',
  log_keys: 'Schlüssel der Namen, die Konten, Geräte und Adressen im Protokoll haben.',
  poi_versions: 'Zähler, an dem die Karte Änderungen erkennt.',
  pois: 'Orte aus offenen Quellen und Meldungen; von wem eine Meldung ist, steht in `poi_reports`.',
  process_signs: 'Wann welcher Prozess des Servers zuletzt ein Lebenszeichen gab.',
  push_keys: 'Schlüssel, an denen Push-Dienste den Server erkennen.',
  silence_watch: 'Wann der Server zuletzt nach verstummten Geräten sah.',
  tolerated_migrations: 'Welche Änderungen der Datenbank die Version davor nicht stören.',
  weather_warnings: 'Warnungen des Deutschen Wetterdienstes: offene Daten.',
}

export function basisInWords(basis: LegalBasis): string {
  switch (basis.article) {
    case 'a':
      return 'Ihre Einwilligung (Art. 6 Abs. 1 a DSGVO)'
    case 'b':
      return 'Vertrag (Art. 6 Abs. 1 b DSGVO)'
    case 'c':
      return `rechtliche Pflicht (Art. 6 Abs. 1 c DSGVO): ${basis.duty}`
    case 'f':
      return `berechtigtes Interesse (Art. 6 Abs. 1 f DSGVO): ${basis.interest}`
  }
}

import { accountDeletionLimits } from '#contract/account-deletion/account-deletion-limits.ts'
import { formatDay, formatDayTime, oClock } from '#web/texts/formats.ts'

const { graceDays, linkHours } = accountDeletionLimits
const on = (instant: string) => oClock(formatDayTime(instant))

export const deletionTexts = {
  title: 'Konto löschen',
  loading: 'Was gelöscht würde, wird gezählt …',
  failed: 'Was gelöscht würde, lässt sich gerade nicht zeigen.',
  lead: `Sie verlangen die Löschung hier und bestätigen sie mit dem Link in einer E-Mail, der ${linkHours} Stunden gilt. Danach bleibt das Konto noch ${graceDays} Tage, in denen alles weiterläuft und Sie es doch behalten können. Dann wird alles auf einmal gelöscht, und Sie erhalten einen Beleg.`,
  goes: 'Das wird gelöscht',
  nothing: 'Ihr Konto und Ihre E-Mail-Adresse; mehr ist nicht gespeichert.',
  devices: 'Ihre Geräte sind danach frei: Wer sie hat, kann sie neu registrieren.',
  licences:
    'Lizenzen, die noch laufen, verlassen Ihr Konto und werden nicht erstattet. Mit ihrem Schlüssel gelten sie bis zu ihrem Ende in einem anderen Konto:',
  licence: (key: string, type: string, expiresAt: string | null) =>
    `${key} (${type}${expiresAt === null ? '' : `, bis ${formatDay(expiresAt)}`})`,
  takeAlong: 'Was Sie behalten möchten, laden Sie bitte vorher herunter. Danach stellt es niemand wieder her.',
  theftTitle: 'Ein Diebstahl ist offen',
  theft: (name: string, links: number) =>
    links === 0
      ? `„${name}“ ist als gestohlen oder verdächtig gemeldet.`
      : `Für „${name}“ ${links === 1 ? 'ist ein Link' : `sind ${links} Links`} für die Polizei offen.`,
  theftLoss:
    'Mit der Löschung enden Links für die Polizei sofort, und alle Positionen sind fort, auch für sie. Bis dahin läuft der Diebstahlalarm weiter.',
  theftTick: 'Mir ist klar: Mit der Löschung verliert die Polizei den Zugang, und die Positionen sind fort.',
  rides: (names: readonly string[]) =>
    `${names.map((name) => `„${name}“`).join(', ')}: gerade unterwegs. Bis zur Löschung wird weiter aufgezeichnet.`,
  ask: 'Löschung verlangen',
  askTitle: 'Löschung des Kontos verlangen?',
  askDetail: (email: string) =>
    `Wir senden eine E-Mail an ${email}. Erst wenn Sie dort bestätigen, beginnt die Frist von ${graceDays} Tagen.`,
  asked: 'E-Mail unterwegs',
  askedDetail: (email: string, askedAt: string) =>
    `Am ${on(askedAt)} wurde die Löschung verlangt. Bitte bestätigen Sie sie mit dem Link in der E-Mail an ${email}. Ohne Bestätigung bleibt das Konto.`,
  askAgain: 'E-Mail noch einmal senden',
  cancel: 'Doch behalten',
  kept: 'Ihr Konto bleibt. Die Löschung ist abgesagt.',
  grace: 'Ihr Konto wird gelöscht',
  graceDetail: (deletesAt: string, bySupport: boolean) =>
    `Am ${on(deletesAt)}${bySupport ? ', begonnen vom Support' : ''}. Bis dahin läuft alles weiter.`,
  banner: (deletesAt: string) => `Ihr Konto wird am ${on(deletesAt)} gelöscht.`,
  demo: 'Das Demokonto gehört allen und lässt sich nicht löschen. In Ihrem eigenen Konto löschen Sie hier alles auf einmal.',
} as const

/** The pages behind the links in e-mails. */
export const deletionLinkTexts = {
  confirmTitle: 'Löschung bestätigen',
  confirmLead: `Mit der Bestätigung beginnt die Frist: In ${graceDays} Tagen wird Ihr Konto mit allen Geräten, Positionen, Alarmen und Anzeige-Mappen gelöscht. Bis dahin läuft alles weiter, und Sie können es doch behalten.`,
  confirm: 'Löschung bestätigen',
  confirmed: 'Die Löschung ist bestätigt',
  confirmedDetail: (deletesAt: string) =>
    `Ihr Konto wird am ${on(deletesAt)} gelöscht. Eine E-Mail mit dem Link zum Behalten ist unterwegs.`,
  unknown: 'Dieser Link ist uns nicht bekannt. Ist er vollständig? Einen neuen erhalten Sie unter „Meine Daten“.',
  toMyData: 'Zu „Meine Daten“',
  keepTitle: 'Konto doch behalten',
  keepLead: 'Die Löschung wird abgesagt, und Ihr Konto bleibt, wie es ist.',
  keep: 'Doch behalten',
  kept: 'Ihr Konto bleibt',
  keptDetail: 'Die Löschung ist abgesagt. Sie brauchen nichts weiter zu tun.',
  gone: 'Dieser Link ist uns nicht bekannt: Er ist nicht vollständig, oder das Konto ist schon gelöscht. Können Sie sich noch anmelden, behalten Sie es unter „Meine Daten“.',
  over: 'Dieser Link gehört zu einer früheren Löschung. Bitte nehmen Sie den aus der neuesten E-Mail.',
  toStart: 'Zur Startseite',
} as const

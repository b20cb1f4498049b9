import { isIP } from 'node:net'
import { isInOwnNetwork, publicAddressesIn } from '#server/platform/address-ranges.ts'
import { databaseServersOf, type DriverSurroundings } from '#server/db/connection/database-tls.ts'

/** What Node and its packages read from the environment by themselves. */
export interface Surroundings extends DriverSurroundings {
  NODE_TLS_REJECT_UNAUTHORIZED: string | undefined
}

/** The settings that the rules read (`config.ts`). */
interface Judged {
  production: boolean
  PUBLIC_URL: string
  TRUST_PROXY?: readonly string[] | undefined
  DATABASE_URL?: string | undefined
  SMTP_URL?: string | undefined
  MQTT_URL?: string | undefined
  ALERT_WEBHOOK_URL?: string | undefined
  ROUTER_URL?: { url: string } | undefined
  BASEMAP?: string | undefined
  TILE_URL: string
  MAP_STYLE_URL?: string | undefined
  DEMO: boolean
  CLOCK?: string | undefined
  SHOP_URL_CANCEL?: string | undefined
  SHOP_URL_WITHDRAWAL?: string | undefined
  SHOP_URL_START: string
  SHOP_URL_PREMIUM: string
  SHOP_URL_ENTERPRISE: string
  SHOP_URL_STANDARD: string
  SOCIAL_URLS: readonly string[]
  MAIL_FROM: string
  SUPPORT_MAIL: string
  OPERATOR_NAME: string
  OPERATOR_STREET: string
  OPERATOR_CITY: string
  OPERATOR_PHONE: string
  OPERATOR_REPRESENTED: string
  OPERATOR_REGISTER: string
  OPERATOR_VAT_ID: string
  surroundings: Surroundings
}

/** `refused`: production does not start. `warned`: it starts, and says so at the start, in `settings check` and in its health. */
interface Finding {
  weight: 'refused' | 'warned'
  /** German, begins with the settings that it is about, says what to do, and contains nothing of their values. */
  sentence: string
}

/** What is wrong with settings in production; nothing elsewhere. */
export function findingsIn(settings: Judged): Finding[] {
  if (!settings.production) return []
  return rules.flatMap(({ weight, find }) => find(settings).map((sentence) => ({ weight, sentence })))
}

export function sentencesOf(findings: readonly Finding[], weight: Finding['weight']): string[] {
  return findings.filter((finding) => finding.weight === weight).map(({ sentence }) => sentence)
}

interface Rule {
  weight: Finding['weight']
  find(settings: Judged): string[]
}

const refusedIf = (isWrong: (settings: Judged) => boolean, sentence: string): Rule => ({
  weight: 'refused',
  find: (settings) => (isWrong(settings) ? [sentence] : []),
})
const warnedIf = (isWrong: (settings: Judged) => boolean, sentence: string): Rule => ({
  weight: 'warned',
  find: (settings) => (isWrong(settings) ? [sentence] : []),
})

const rules: readonly Rule[] = [
  refusedIf(
    ({ SMTP_URL }) => SMTP_URL === undefined,
    'SMTP_URL fehlt (sonst lägen alle E-Mails offen unter /dev/mail)',
  ),
  refusedIf(({ DEMO }) => DEMO, 'DEMO=1 (das Demokonto hat kein Passwort)'),
  refusedIf(({ CLOCK }) => CLOCK !== undefined, 'CLOCK (die Uhr ginge falsch)'),
  refusedIf(({ PUBLIC_URL }) => !PUBLIC_URL.startsWith('https://'), 'PUBLIC_URL beginnt nicht mit https://'),
  refusedIf(
    ({ TRUST_PROXY = [] }) => isTooWide(TRUST_PROXY),
    'TRUST_PROXY nennt zu viele Adressen (jeder darin könnte sich für jeden ausgeben; nur die Adressen der eigenen Proxys nennen)',
  ),
  refusedIf(
    ({ surroundings }) => surroundings.NODE_TLS_REJECT_UNAUTHORIZED === '0',
    'NODE_TLS_REJECT_UNAUTHORIZED=0 (kein Zertifikat würde geprüft; entfernen, eigene Zertifikate nennt NODE_EXTRA_CA_CERTS)',
  ),
  refusedIf(
    ({ DATABASE_URL, surroundings }) =>
      DATABASE_URL !== undefined && databaseServersOf(DATABASE_URL, surroundings).some(isUnprovenOutside),
    'DATABASE_URL führt ohne TLS oder ohne geprüftes Zertifikat über fremde Netze (?sslmode=verify-full anhängen, oder den Server über einen Socket oder eine private Adresse ansprechen)',
  ),
  refusedIf(
    ({ SMTP_URL }) => isSentInClear(SMTP_URL) || isMailInClear(SMTP_URL),
    'SMTP_URL schickt E-Mails oder das Passwort unverschlüsselt (smtps:// oder ?requireTLS=true verwenden, ohne ignoreTLS und opportunisticTLS)',
  ),
  refusedIf(
    ({ SMTP_URL }) => isMailUnchecked(SMTP_URL),
    'SMTP_URL prüft das Zertifikat nicht (tls.rejectUnauthorized entfernen, eigene Zertifikate nennt NODE_EXTRA_CA_CERTS)',
  ),
  refusedIf(
    ({ MQTT_URL }) => isSentInClear(MQTT_URL),
    'MQTT_URL schickt das Passwort unverschlüsselt (mqtts:// oder wss:// verwenden)',
  ),
  refusedIf(
    ({ ALERT_WEBHOOK_URL }) => isOpenToOthers(ALERT_WEBHOOK_URL),
    'ALERT_WEBHOOK_URL schickt Telefonnummern unverschlüsselt (https:// verwenden)',
  ),
  refusedIf(({ OPERATOR_NAME }) => OPERATOR_NAME === 'Muster GmbH', 'OPERATOR_NAME fehlt (Impressum)'),

  warnedIf(
    ({ TRUST_PROXY }) => TRUST_PROXY === undefined,
    'TRUST_PROXY fehlt: Hinter einem Reverse-Proxy gelten dann alle Besucher als einer, und die Grenzen je Adresse treffen alle gemeinsam.',
  ),
  warnedIf(
    ({ DATABASE_URL }) => DATABASE_URL === undefined,
    'DATABASE_URL fehlt: Die eingebettete Datenbank ist zum Ausprobieren; ein Stromausfall kann die letzten Einträge kosten. Bitte eine PostgreSQL nennen.',
  ),
  warnedIf(
    ({ MQTT_URL }) =>
      MQTT_URL !== undefined && ['mqtt:', 'ws:'].includes(schemeOf(MQTT_URL)) && !isInOwnNetwork(hostOf(MQTT_URL)),
    'MQTT_URL bringt Positionen unverschlüsselt über fremde Netze: bitte mqtts:// oder wss:// verwenden.',
  ),
  warnedIf(
    ({ ROUTER_URL }) => isOpenToOthers(ROUTER_URL?.url),
    'ROUTER_URL schickt die Punkte gezeichneter Strecken unverschlüsselt: http nur in einem Netz, das Ihnen gehört.',
  ),
  {
    weight: 'warned',
    find: ({ BASEMAP, TILE_URL, MAP_STYLE_URL }) =>
      Object.entries(BASEMAP === undefined ? { TILE_URL, MAP_STYLE_URL } : {})
        .filter(([, address]) => address?.toLowerCase().startsWith('http:') === true)
        .map(
          ([name]) =>
            `${name} beginnt mit http://: Auf einer Seite mit https:// lädt das kein Browser. Bitte https:// verwenden.`,
        ),
  },
  {
    weight: 'warned',
    find(settings) {
      const missing = (['SHOP_URL_CANCEL', 'SHOP_URL_WITHDRAWAL'] as const).filter(
        (name) => settings[name] === undefined,
      )
      if (missing.length === 0) return []
      return [
        `${missing.join(' und ')} fehlt: Wo Verträge online geschlossen werden, verlangen § 312k und § 356a BGB je eine ständig erreichbare Schaltfläche.`,
      ]
    },
  },
  {
    weight: 'warned',
    find(settings) {
      const examples = maybeExamples.filter((name) => [settings[name]].flat().some(isExample))
      if (examples.length === 0) return []
      const verb = examples.length === 1 ? 'ist noch ein Beispiel' : 'sind noch Beispiele'
      return [
        `${examples.join(', ')} ${verb}: So stünde es im Impressum, in der Fußzeile und in E-Mails. Bitte die eigenen Angaben eintragen.`,
      ]
    },
  },
]

/** What has an example as its default, which people see. */
const maybeExamples = [
  'OPERATOR_NAME',
  'OPERATOR_STREET',
  'OPERATOR_CITY',
  'OPERATOR_PHONE',
  'OPERATOR_REPRESENTED',
  'OPERATOR_REGISTER',
  'OPERATOR_VAT_ID',
  'MAIL_FROM',
  'SUPPORT_MAIL',
  'SHOP_URL_START',
  'SHOP_URL_PREMIUM',
  'SHOP_URL_ENTERPRISE',
  'SHOP_URL_STANDARD',
  'SOCIAL_URLS',
] as const satisfies readonly (keyof Judged)[]

/** Names that German examples have, numbers of zeros, and hosts that nobody has (RFC 2606). */
const isExample = (text: string) =>
  /muster(?:mann|frau|stra(?:ß|ss)e|stadt|ort)\b|^muster gmbh$|0{6}|@localhost\b|[/.@]example(?:\.(?:com|net|org))?(?=[/:>]|$)/i.test(
    text,
  )

/**
 * More addresses of the internet than a single operator of proxies has. An IPv4 /8 has the size that an IPv6 /16 has for us:
 * registries give providers an IPv6 /32 to /19. Private networks count nothing, because nobody comes from them by the internet.
 */
function isTooWide(networks: readonly string[]): boolean {
  const isWide = (network: string) => isIP(network.split('/')[0] ?? '') === 4 && Number(network.split('/')[1] ?? 32) < 8
  const { version4, version6 } = publicAddressesIn(networks)
  return networks.some(isWide) || version4 > 2n ** 24n || version6 > 2n ** 112n
}

const isUnprovenOutside = ({ host, isProven }: { host: string; isProven: boolean }) =>
  !isProven && !host.startsWith('/') && !isInOwnNetwork(host)

const schemeOf = (address: string) => new URL(address).protocol
const hostOf = (address: string) => new URL(address).hostname

/** A password over a connection that need not be encrypted, to another machine. */
function isSentInClear(address: string | undefined): boolean {
  if (address === undefined) return false
  const { protocol, password, hostname } = new URL(address)
  const isEncrypted = protocol === 'smtp:' ? requiresTls(address) : !['mqtt:', 'ws:'].includes(protocol)
  return password !== '' && !isEncrypted && !thisMachine.includes(hostname)
}

function isMailInClear(address: string | undefined): boolean {
  if (address === undefined || schemeOf(address) === 'smtps:') return false
  return !requiresTls(address) && !isInOwnNetwork(mailHostOf(address))
}

function isMailUnchecked(address: string | undefined): boolean {
  if (address === undefined) return false
  const isUnchecked = valuesIn(address, 'tls.rejectUnauthorized').some((value) => !isOn(value))
  return isUnchecked && !isInOwnNetwork(mailHostOf(address))
}

/** As nodemailer reads its address: where that has no host, the parameter has it. */
function mailHostOf(address: string): string {
  const [named = 'localhost'] = valuesIn(address, 'host')
  return hostOf(address) === '' ? named : hostOf(address)
}

/** Not where it is contradicted: which of the two counts is up to the version of nodemailer. */
function requiresTls(address: string): boolean {
  const required = valuesIn(address, 'requireTLS')
  const isContradicted = ['ignoreTLS', 'opportunisticTLS'].some((name) =>
    valuesIn(address, name).some((value) => !isOff(value)),
  )
  return required.length > 0 && required.every(isOn) && !isContradicted
}

const valuesIn = (address: string, parameter: string) => new URL(address).searchParams.getAll(parameter)
const isOn = (value: string) => value === 'true' || value === '1'
const isOff = (value: string) => value === 'false' || value === '0'

/** Whether what is sent to an address can be read on its way to another machine. */
function isOpenToOthers(address: string | undefined): boolean {
  if (address === undefined) return false
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && !thisMachine.includes(hostname)
}

const thisMachine = ['localhost', '127.0.0.1', '[::1]']

import * as z from 'zod'
import { devicesLimits } from '#contract/devices/devices-limits.ts'
import type { LicenceType } from '#contract/licences/licence-type.ts'
import { databaseUrlsOf } from '#server/db/connection/database-url.ts'
import { isCountry } from '#server/phone/numbering.ts'
import { isWebhookSecret } from '#server/platform/outgoing/webhook-signature.ts'
import { hostToListenAt, list, networks, onOff, port, routerAddress, webAddress } from '#server/setting-kinds.ts'
import { findingsIn, sentencesOf, type Surroundings } from '#server/setting-rules.ts'

/** A mistake of the operator in a setting: one line that names the setting. */
export class ConfigProblem extends Error {}

const devicesMessage = 'erwartet wird eine ganze Zahl von 1 bis 100, ohne Einheit'

const role = z.enum(['api', 'jobs', 'gateway'], 'bekannt sind api, jobs und gateway')
export type Role = z.output<typeof role>

/**
 * Every variable the product reads, with the sentence that documents it. The table in docs/operating.md is made from here
 * (`checks/guide.test.ts`).
 */
const environment = z.object({
  NODE_ENV: z
    .enum(['production', 'development', 'test'], 'bekannt sind production, development und test')
    .optional()
    .describe('`production` verweigert den Start mit Einstellungen, die dort unsicher sind'),
  PORT: port.default(3000).describe('Port der Web-App'),
  HOST: hostToListenAt
    .default('127.0.0.1')
    .describe('Adresse, an der die Web-App lauscht; `::` sind alle, von IPv4 und IPv6'),
  PUBLIC_URL: webAddress.optional().describe('Adresse für Links in E-Mails; sonst `http://localhost:PORT`'),
  TRUST_PROXY: networks
    .optional()
    .describe('Adressen der Reverse-Proxys, deren `X-Forwarded-For` zählt, durch Komma getrennt'),
  HSTS_SUBDOMAINS: onOff
    .default(false)
    .describe('verlangt TLS im Browser auch von allen Subdomains (HSTS mit `includeSubDomains`)'),
  DATA_DIR: z
    .string()
    .regex(/^[^~]/, 'erwartet wird ein Pfad; ~ ersetzt hier niemand')
    .default('./data')
    .describe('Ordner der eingebetteten Datenbank und der hochgeladenen Bilder'),
  BACKUP_DIR: z
    .string()
    .regex(/^\//, 'erwartet wird ein ganzer Pfad, der mit / beginnt')
    .optional()
    .describe('Ordner der nächtlichen Sicherungen; `/api/health` meldet, wenn die letzte zu alt ist'),
  DATABASE_URL: z
    .string()
    .refine((url) => databaseUrlsOf(url) !== null, {
      error:
        'erwartet wird postgresql://BENUTZER:PASSWORT@HOST/DATENBANK; mehrere Hosts durch Komma (Sonderzeichen im Passwort als %XX)',
    })
    .optional()
    .describe(
      'PostgreSQL mit PostGIS statt der eingebetteten Datenbank; von mehreren Hosts (`HOST1,HOST2`) wird der genommen, der Änderungen annimmt',
    ),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'erwartet wird smtps://BENUTZER:PASSWORT@HOST' })
    .optional()
    .describe('Mailserver; ohne ihn liegen die E-Mails unter `/dev/mail`'),
  MAIL_FROM: z.string().default('Wegwarte <no-reply@localhost>').describe('Absender der E-Mails'),
  MAIL_BOUNCES: z
    .string()
    .regex(/^[^\s<>@]+@[^\s<>@]+$/, 'erwartet wird eine E-Mail-Adresse')
    .optional()
    .describe(
      'Adresse, an die Mailserver melden, ob Alarm-E-Mails ankamen, für `MAIL_REPORTS_PORT` oder `mail notifications`; ohne sie melden sie nur Fehler, an die Adresse in `MAIL_FROM`',
    ),
  MAIL_REPORTS_PORT: port
    .optional()
    .describe(
      'Port an `HOST`, an dem der eigene Mailserver die Mails an `MAIL_BOUNCES` per LMTP abgibt; ohne ihn keiner',
    ),
  SUPPORT_MAIL: z.string().default('support@localhost').describe('Adresse des Supports'),
  SECURITY_MAIL: z
    .email('erwartet wird eine E-Mail-Adresse')
    .optional()
    .describe('Adresse für Meldungen von Sicherheitslücken, in `/.well-known/security.txt`; sonst `SUPPORT_MAIL`'),
  ALERT_WEBHOOK_URL: webAddress
    .optional()
    .describe(
      'Adresse, die SMS und Anrufe bei Alarmen ausführt (`docs/alert-webhook.md`); ohne sie kommen Alarme nur per E-Mail und Push',
    ),
  ALERT_WEBHOOK_SECRET: z
    .string()
    .refine(isWebhookSecret, {
      error:
        'erwartet wird `whsec_` mit 24 bis 64 zufälligen Bytes in Base64, etwa aus `echo whsec_$(openssl rand -base64 32)`',
    })
    .optional()
    .describe('womit jede Nachricht an `ALERT_WEBHOOK_URL` unterschrieben ist: `whsec_` und 24 bis 64 Bytes in Base64'),
  PHONE_COUNTRIES: z
    .string()
    .default('DE,AT,CH,LI,BE,BG,CY,CZ,DK,EE,ES,FI,FR,GR,HR,HU,IE,IT,LT,LU,LV,MT,NL,PL,PT,RO,SE,SI,SK')
    .transform((value) => value.split(',').map((country) => country.trim()))
    .pipe(
      z.array(
        z.string().refine(isCountry, {
          error: 'erwartet werden Länder in zwei Großbuchstaben nach ISO 3166, mit Komma getrennt, etwa DE,AT,CH',
        }),
      ),
    )
    .describe('Länder, an deren Mobil- und Festnetznummern SMS und Anrufe gehen; Sonderrufnummern und Satelliten nie'),
  PHONE_MESSAGES_PER_DAY: z.coerce
    .number()
    .int()
    .min(1, 'erwartet wird eine ganze Zahl ab 1')
    .default(1000)
    .describe('SMS und Anrufe in 24 Stunden, bei allen Konten zusammen; danach kommen Alarme nur per E-Mail und Push'),
  DEMO: onOff.default(false).describe('Demowelt und Demokonto; unter `npm start` eingeschaltet'),
  FEEDS: onOff.default(true).describe('regelmäßige Importe offener Daten'),
  GATEWAY: onOff.default(true).describe('Ports für Tracker'),
  GATEWAY_HOST: hostToListenAt
    .default('127.0.0.1')
    .describe('Adresse, an der die Tracker-Ports lauschen; `::` sind alle, von IPv4 und IPv6'),
  GATEWAY_SHARED_PORTS: onOff
    .default(false)
    .describe('mehrere Prozesse dieser Installation lauschen an denselben Tracker-Ports, damit einer neu starten kann'),
  GATEWAY_OSMAND_PORT: port.default(5055).describe('Port für OsmAnd und Traccar Client (HTTP)'),
  GATEWAY_TELTONIKA_PORT: port.default(5027).describe('Port für Teltonika (TCP und UDP)'),
  GATEWAY_GT06_PORT: port.default(5023).describe('Port für GT06: Concox, Jimi und viele andere (TCP)'),
  GATEWAY_H02_PORT: port.default(5013).describe('Port für H02 (TCP und UDP)'),
  GATEWAY_QUECLINK_PORT: port.default(5004).describe('Port für Queclink, @Track als Text (TCP und UDP)'),
  GATEWAY_MEITRACK_PORT: port.default(5020).describe('Port für Meitrack, AAA als Text (TCP und UDP)'),
  GATEWAY_OWNTRACKS_PORT: port.default(5144).describe('Port für OwnTracks (HTTP)'),
  MQTT_URL: z
    .url({ protocol: /^(mqtts?|wss?)$/, error: 'erwartet wird mqtts://BENUTZER:PASSWORT@HOST' })
    .optional()
    .describe('Broker für OwnTracks über MQTT, `mqtts://BENUTZER:PASSWORT@HOST`; ohne ihn nur HTTP'),
  ROLES: z
    .string()
    .default('api,jobs,gateway')
    .transform((value) => value.split(',').map((entry) => entry.trim()))
    .pipe(z.array(role).min(1))
    .describe(
      'welche Teile dieser Prozess ausführt, wenn mehrere Prozesse an einer PostgreSQL arbeiten; ohne `api` antwortet er nur unter `/api/health` und `/metrics`',
    ),
  TILE_URL: z
    .string()
    .default('https://tile.openstreetmap.org/{z}/{x}/{y}.png')
    .describe('Rasterkacheln der Grundkarte'),
  TILE_ATTRIBUTION: z.string().default('© OpenStreetMap-Mitwirkende').describe('Quellenangabe der Grundkarte'),
  BASEMAP: z
    .string()
    .min(1)
    .optional()
    .describe(
      'eigene Grundkarte, eine PMTiles-Datei (`docs/basemap.md`); der Browser fragt dann keinen anderen Kartendienst, und `TILE_URL` und `MAP_STYLE_URL` gelten nicht',
    ),
  MAP_STYLE_URL: webAddress.optional().describe('Stil einer Vektorkarte statt der Rasterkacheln'),
  ROUTER_URL: routerAddress
    .optional()
    .describe(
      'Router, der gezeichnete Strecken auf Straßen führt: `osrm+https://HOST` oder `valhalla+https://HOST`; er erfährt die Punkte der Zeichnung (`docs/operating.md`); ohne ihn bleiben die Linien gerade',
    ),
  MAX_DEVICES: z.coerce
    .number(devicesMessage)
    .int(devicesMessage)
    .min(1, devicesMessage)
    .max(devicesLimits.mostInOrder, devicesMessage)
    .default(devicesLimits.maxPerUser)
    .describe('Geräte je Konto'),
  SHOP_URL_START: webAddress.default('https://shop.example/lizenz/start').describe('Shop: Verlängerung START'),
  SHOP_URL_PREMIUM: webAddress.default('https://shop.example/lizenz/premium').describe('Shop: Verlängerung PREMIUM'),
  SHOP_URL_ENTERPRISE: webAddress
    .default('https://shop.example/lizenz/enterprise')
    .describe('Shop: Verlängerung ENTERPRISE'),
  SHOP_URL_STANDARD: webAddress.default('https://shop.example/lizenz/standard').describe('Shop: Verlängerung STANDARD'),
  SHOP_URL_CANCEL: webAddress
    .optional()
    .describe('Shop: Seite zum Kündigen (§ 312k BGB), in der Fußzeile als „Verträge hier kündigen“'),
  SHOP_URL_WITHDRAWAL: webAddress
    .optional()
    .describe('Shop: Seite zum Widerrufen (§ 356a BGB), in der Fußzeile als „Vertrag widerrufen“'),
  SOCIAL_URLS: list
    .pipe(z.array(webAddress))
    .default(['https://social.example/mastodon', 'https://social.example/instagram', 'https://social.example/youtube'])
    .describe('drei Adressen für die Fußzeile, durch Komma getrennt'),
  OPERATOR_NAME: z.string().default('Muster GmbH').describe('Impressum: Name'),
  OPERATOR_STREET: z.string().default('Musterstraße 1').describe('Impressum: Straße'),
  OPERATOR_CITY: z.string().default('76131 Karlsruhe').describe('Impressum: Ort'),
  OPERATOR_PHONE: z.string().default('+49 721 000000').describe('Impressum: Telefon'),
  OPERATOR_REPRESENTED: z.string().default('Erika Mustermann').describe('Impressum: vertreten durch'),
  OPERATOR_REGISTER: z.string().default('Amtsgericht Musterstadt, HRB 000000').describe('Impressum: Register'),
  OPERATOR_VAT_ID: z.string().default('DE000000000').describe('Impressum: Umsatzsteuer-ID'),
  BLOCK_DEVTOOLS: onOff
    .optional()
    .describe('Tastenkürzel der Entwicklerwerkzeuge sperren; in Produktion eingeschaltet'),
  CLOCK: z.iso
    .datetime({ offset: true, error: 'erwartet wird ein Zeitpunkt wie 2026-11-21T12:00:00Z' })
    .optional()
    .describe('Zeitpunkt, an dem die Uhr des Produkts startet, für Tests und Vorführungen; nicht in Produktion'),
  METRICS_TOKEN: z
    .string()
    .min(24, 'erwartet werden mindestens 24 Zeichen, etwa aus `openssl rand -base64 32`')
    .optional()
    .describe(
      'womit Prometheus `/metrics` liest und der Betreiber die Seite `/metrics/status` (als Passwort); ohne ihn gibt es beide nicht',
    ),
  LOG_LEVEL: z
    .enum(['silent', 'error', 'warn', 'info', 'debug'], 'bekannt sind silent, error, warn, info und debug')
    .default('info')
    .describe('wie viel protokolliert wird'),
})

export type Settings = Omit<z.output<typeof environment>, 'PUBLIC_URL' | 'BLOCK_DEVTOOLS'> & {
  PUBLIC_URL: string
  BLOCK_DEVTOOLS: boolean
  production: boolean
  surroundings: Surroundings
}

/**
 * The settings of this process from its environment.
 * Empty variables count as absent, as compose files write them.
 * @throws {ConfigProblem} naming each wrong variable, or each setting that is unsafe in production.
 */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = environment.safeParse(given)
  if (!parsed.success) {
    const wrong = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new ConfigProblem(`Einstellung ungültig: ${wrong.join('; ')}`)
  }
  if ((parsed.data.ALERT_WEBHOOK_URL === undefined) !== (parsed.data.ALERT_WEBHOOK_SECRET === undefined)) {
    throw new ConfigProblem('Einstellung ungültig: ALERT_WEBHOOK_URL und ALERT_WEBHOOK_SECRET gehören zusammen')
  }
  const production = parsed.data.NODE_ENV === 'production'
  const settings = {
    ...parsed.data,
    production,
    PUBLIC_URL: parsed.data.PUBLIC_URL ?? `http://localhost:${parsed.data.PORT}`,
    BLOCK_DEVTOOLS: parsed.data.BLOCK_DEVTOOLS ?? production,
    surroundings: {
      NODE_TLS_REJECT_UNAUTHORIZED: given.NODE_TLS_REJECT_UNAUTHORIZED,
      PGHOST: given.PGHOST,
      PGSSLMODE: given.PGSSLMODE,
    },
  }
  const unsafe = sentencesOf(findingsIn(settings), 'refused')
  if (unsafe.length > 0) throw new ConfigProblem(`Nicht sicher für NODE_ENV=production: ${unsafe.join('; ')}`)
  return settings
}

/** One row per setting: its name, default (empty where there is none) and what it means. */
export function documentedSettings(): { name: string; fallback: string; meaning: string }[] {
  return Object.entries(environment.shape).map(([name, schema]) => {
    const fallback = schema.safeParse(undefined)
    return { name, fallback: fallback.success ? printed(fallback.data) : '', meaning: schema.description ?? '' }
  })
}

function printed(value: unknown): string {
  if (value === undefined) return ''
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (Array.isArray(value)) return value.join(',')
  return typeof value === 'number' ? value.toString() : z.string().parse(value)
}

/** The roles that this process really has: trackers reach none whose ports are turned off. */
export function rolesOf({ ROLES, GATEWAY }: Settings): Role[] {
  return ROLES.filter((one) => one !== 'gateway' || GATEWAY)
}

/** Where a licence of each type is bought and renewed. */
export function shopUrlsOf(settings: Settings): Record<LicenceType, string> {
  return {
    START: settings.SHOP_URL_START,
    PREMIUM: settings.SHOP_URL_PREMIUM,
    ENTERPRISE: settings.SHOP_URL_ENTERPRISE,
    STANDARD: settings.SHOP_URL_STANDARD,
  }
}

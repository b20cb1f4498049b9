import { describe, expect, test } from 'vitest'
import { readSettings } from '#server/config.ts'
import { findingsIn, sentencesOf } from './setting-rules.ts'

/** Of an operator who has filled in everything. */
const well: Record<string, string> = {
  PUBLIC_URL: 'https://wegwarte.de',
  TRUST_PROXY: '127.0.0.1',
  DATABASE_URL: 'postgresql:///wegwarte?host=/run/postgresql&user=wegwarte',
  SMTP_URL: 'smtps://me:secret@mail.wegwarte.de',
  MAIL_FROM: 'Wegwarte <no-reply@wegwarte.de>',
  SUPPORT_MAIL: 'hilfe@wegwarte.de',
  OPERATOR_NAME: 'Wegwarte UG',
  OPERATOR_STREET: 'Hauptstraße 7',
  OPERATOR_CITY: '76131 Karlsruhe',
  OPERATOR_PHONE: '+49 721 4711',
  OPERATOR_REPRESENTED: 'Ada Beispiel',
  OPERATOR_REGISTER: 'Amtsgericht Mannheim, HRB 4711',
  OPERATOR_VAT_ID: 'DE471100815',
  SHOP_URL_START: 'https://shop.wegwarte.de/start',
  SHOP_URL_PREMIUM: 'https://shop.wegwarte.de/premium',
  SHOP_URL_ENTERPRISE: 'https://shop.wegwarte.de/enterprise',
  SHOP_URL_STANDARD: 'https://shop.wegwarte.de/standard',
  SHOP_URL_CANCEL: 'https://shop.wegwarte.de/kuendigen',
  SHOP_URL_WITHDRAWAL: 'https://shop.wegwarte.de/widerrufen',
  SOCIAL_URLS: 'https://social.wegwarte.de/a',
}
const webhook = { ALERT_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32).toString('base64')}` }

function found(changes: Record<string, string>) {
  const settings = { ...readSettings({ ...well, ...changes }), production: true }
  const findings = findingsIn(settings)
  return { refused: sentencesOf(findings, 'refused'), warned: sentencesOf(findings, 'warned') }
}
const db = (rest: string) => ({ DATABASE_URL: `postgresql://u:secret@${rest}` })
const smtp = (rest: string) => ({ SMTP_URL: `smtp://${rest}` })

test('nothing is found in good settings, nor in any outside production', () => {
  expect(found({})).toEqual({ refused: [], warned: [] })
  expect(findingsIn(readSettings({}))).toEqual([])
})

describe('production is refused', () => {
  test.each<[Record<string, string>, string]>([
    [{ SMTP_URL: '' }, 'SMTP_URL fehlt'],
    [{ DEMO: '1' }, 'DEMO'],
    [{ CLOCK: '2026-11-21T12:00:00Z' }, 'CLOCK'],
    [{ PUBLIC_URL: 'http://wegwarte.de' }, 'PUBLIC_URL'],
    [{ OPERATOR_NAME: '' }, 'OPERATOR_NAME'],
    [{ NODE_TLS_REJECT_UNAUTHORIZED: '0' }, 'NODE_TLS_REJECT_UNAUTHORIZED=0'],
    [{ TRUST_PROXY: '0.0.0.0/0' }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: '::/0' }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: '0.0.0.0/1,128.0.0.0/1' }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: '10.0.0.0/7' }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: '51.0.0.0/8,52.0.0.0/8' }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: Array.from({ length: 256 }, (_, at) => `${at}.0.0.0/8`).join(',') }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: '2000::/3' }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: '2a00::/8' }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: '::/1,8000::/1' }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: '2a00::/16,2a01::/16' }, 'TRUST_PROXY'],
    // All of IPv4, as a socket of IPv6 sees it.
    [{ TRUST_PROXY: '::ffff:0:0/96' }, 'TRUST_PROXY'],
    [{ TRUST_PROXY: '::/64' }, 'TRUST_PROXY'],
    [db('db.example/w'), 'DATABASE_URL'],
    [db('db.example/w?sslmode=disable'), 'DATABASE_URL'],
    [db('db.example/w?sslmode=prefer'), 'DATABASE_URL'],
    [db('db.example/w?sslmode=no-verify'), 'DATABASE_URL'],
    [db('db.example/w?sslmode=require&uselibpqcompat=true'), 'DATABASE_URL'],
    [db('192.0.2.7/w'), 'DATABASE_URL'],
    [db('[2001:db8::7]/w'), 'DATABASE_URL'],
    [db('localhost,db.example/w'), 'DATABASE_URL'],
    [db('localhost/w?host=db.example'), 'DATABASE_URL'],
    [{ DATABASE_URL: 'postgresql:///w?host=/run/postgresql,db.example&user=u' }, 'DATABASE_URL'],
    [{ DATABASE_URL: 'postgresql:///w', PGHOST: 'db.example' }, 'DATABASE_URL'],
    [smtp('mail.example'), 'SMTP_URL'],
    [smtp('mail.example:587?requireTLS=true&ignoreTLS=true'), 'SMTP_URL'],
    [smtp('mail.example?requireTLS=true&opportunisticTLS=1'), 'SMTP_URL'],
    [smtp('mail.example?requireTLS=false'), 'SMTP_URL'],
    [smtp('mail.example?requiretls=true'), 'SMTP_URL'],
    [smtp('mail.example?requireTLS=true&tls.rejectUnauthorized=false'), 'SMTP_URL'],
    [{ SMTP_URL: 'smtps://mail.example?tls.rejectUnauthorized=false' }, 'SMTP_URL'],
    [{ SMTP_URL: 'smtps://mail.example?tls.rejectUnauthorized=0' }, 'SMTP_URL'],
    [smtp('?host=mail.example'), 'SMTP_URL'],
    [smtp('192.0.2.7:25'), 'SMTP_URL'],
    // A password stays on this machine, also where e-mails may leave it.
    [smtp('me:secret@10.0.0.7:25'), 'SMTP_URL'],
    [{ MQTT_URL: 'mqtt://me:secret@broker.example' }, 'MQTT_URL'],
    [{ MQTT_URL: 'mqtt://me:secret@broker.example?requireTLS=true' }, 'MQTT_URL'],
    [{ ...webhook, ALERT_WEBHOOK_URL: 'http://sms.example' }, 'ALERT_WEBHOOK_URL'],
  ])('%j', (changes, name) => {
    const { refused } = found(changes)
    expect(refused).toEqual([expect.stringMatching(new RegExp(`^${name}`))])
    expect(refused.join()).not.toMatch(/secret|\n/)
  })
})

describe('production starts', () => {
  test.each<Record<string, string>>([
    { TRUST_PROXY: '10.0.0.0/8' },
    { TRUST_PROXY: '10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,127.0.0.0/8,::1,fc00::/7' },
    { TRUST_PROXY: '2a06:98c0::/29,2400:cb00::/32,51.0.0.0/8' },
    { NODE_TLS_REJECT_UNAUTHORIZED: '1' },
    db('db.example/w?sslmode=verify-full'),
    db('one.example,two.example/w?sslmode=verify-full'),
    db('10.0.0.7/w'),
    db('[fd00::7]/w?sslmode=disable'),
    db('database/w'),
    db('one,two/wegwarte'),
    db('127.0.0.1:5433/w?sslmode=disable'),
    { DATABASE_URL: 'postgresql:///w', PGHOST: 'db.example', PGSSLMODE: 'verify-full' },
    smtp('mail.example?requireTLS=true'),
    smtp('mail.example?requireTLS=true&ignoreTLS=false'),
    { SMTP_URL: 'SMTPS://mail.example' },
    smtp('10.0.0.7:25'),
    smtp('localhost:25?ignoreTLS=true'),
    { SMTP_URL: 'smtps://localhost?tls.rejectUnauthorized=false' },
    { SMTP_URL: 'smtps://mail.example?tls.rejectUnauthorized=true' },
    { MQTT_URL: 'mqtts://me:secret@broker.example' },
    { ...webhook, ALERT_WEBHOOK_URL: 'http://127.0.0.1:8080/alerts' },
  ])('%j', (changes) => {
    expect(found(changes)).toEqual({ refused: [], warned: [] })
  })
})

describe('the operator is warned', () => {
  test.each<[Record<string, string>, RegExp]>([
    [{ TRUST_PROXY: '' }, /^TRUST_PROXY fehlt/],
    [{ DATABASE_URL: '' }, /^DATABASE_URL fehlt: .*Stromausfall/],
    [{ TILE_URL: 'http://tiles.example/{z}/{x}/{y}.png' }, /^TILE_URL beginnt mit http:\/\/.*https/],
    [{ MAP_STYLE_URL: 'http://tiles.example/style.json' }, /^MAP_STYLE_URL beginnt/],
    [{ MQTT_URL: 'mqtt://broker.example' }, /^MQTT_URL bringt Positionen unverschlüsselt/],
    [{ ROUTER_URL: 'osrm+http://osrm:5000' }, /^ROUTER_URL/],
    [{ SHOP_URL_CANCEL: '' }, /^SHOP_URL_CANCEL fehlt: .*§ 312k.*§ 356a/],
    [{ SHOP_URL_CANCEL: '', SHOP_URL_WITHDRAWAL: '' }, /^SHOP_URL_CANCEL und SHOP_URL_WITHDRAWAL fehlt/],
    [{ OPERATOR_STREET: '' }, /^OPERATOR_STREET ist noch ein Beispiel: .*Impressum/],
    [
      { OPERATOR_STREET: '', OPERATOR_REPRESENTED: '', OPERATOR_REGISTER: '', OPERATOR_VAT_ID: '', OPERATOR_PHONE: '' },
      /^OPERATOR_STREET, OPERATOR_PHONE, OPERATOR_REPRESENTED, OPERATOR_REGISTER, OPERATOR_VAT_ID sind noch Beispiele/,
    ],
    [{ OPERATOR_REPRESENTED: 'Max Mustermann' }, /^OPERATOR_REPRESENTED/],
    [{ MAIL_FROM: '' }, /^MAIL_FROM ist/],
    [{ MAIL_FROM: 'Wegwarte <no-reply@wegwarte.example>' }, /^MAIL_FROM ist/],
    [{ SUPPORT_MAIL: '' }, /^SUPPORT_MAIL ist/],
    [{ SHOP_URL_START: '', SHOP_URL_STANDARD: '' }, /^SHOP_URL_START, SHOP_URL_STANDARD sind/],
    [{ SOCIAL_URLS: '' }, /^SOCIAL_URLS ist/],
  ])('%j', (changes, sentence) => {
    expect(found(changes)).toEqual({ refused: [], warned: [expect.stringMatching(sentence)] })
  })

  test('not about map addresses that a map of their own replaces', () => {
    expect(found({ BASEMAP: '/srv/map.pmtiles', TILE_URL: 'http://tiles.example/{z}/{x}/{y}.png' }).warned).toEqual([])
  })
})

import { describe, expect, test } from 'vitest'
import { ConfigProblem, readSettings } from '#server/config.ts'

const safe = {
  NODE_ENV: 'production',
  SMTP_URL: 'smtps://mail.example',
  PUBLIC_URL: 'https://wegwarte.example',
  OPERATOR_NAME: 'Beispiel GmbH',
}

const webhook = {
  ALERT_WEBHOOK_URL: 'https://sms.example/alerts',
  ALERT_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32).toString('base64')}`,
}

describe('in production', () => {
  test('safe settings are accepted', () => {
    expect(readSettings(safe)).toMatchObject({ production: true, BLOCK_DEVTOOLS: true, DEMO: false })
  })

  const unsafe: [what: string, env: Record<string, string>, actual: RegExp][] = [
    ['no mail server', { ...safe, SMTP_URL: '' }, /SMTP_URL/],
    ['the demo world', { ...safe, DEMO: '1' }, /DEMO/],
    ['a clock of its own', { ...safe, CLOCK: '2023-06-23T12:00:00+02:00' }, /CLOCK/],
    ['an address without TLS', { ...safe, PUBLIC_URL: 'http://wegwarte.example' }, /PUBLIC_URL/],
    ['no address', { ...safe, PUBLIC_URL: '' }, /PUBLIC_URL/],
    ['unchecked certificates', { ...safe, NODE_TLS_REJECT_UNAUTHORIZED: '0' }, /NODE_TLS_REJECT_UNAUTHORIZED/],
    ['a database across the internet', { ...safe, DATABASE_URL: 'postgresql://u@db.example/w' }, /DATABASE_URL/],
    [
      'a database that the surroundings name',
      { ...safe, DATABASE_URL: 'postgresql:///w', PGHOST: 'db.example' },
      /DATABASE_URL/,
    ],
    ['trust in everybody', { ...safe, TRUST_PROXY: '10.0.0.1,0.0.0.0/0' }, /TRUST_PROXY/],
    ['a password to the mail server in clear', { ...safe, SMTP_URL: 'smtp://me:secret@mail.example:587' }, /SMTP_URL/],
    ['a password to the broker in clear', { ...safe, MQTT_URL: 'mqtt://me:secret@broker.example' }, /MQTT_URL/],
    [
      'numbers to the webhook in clear',
      { ...safe, ...webhook, ALERT_WEBHOOK_URL: 'http://sms.example' },
      /ALERT_WEBHOOK_URL/,
    ],
    ['the placeholder of an operator', { ...safe, OPERATOR_NAME: '' }, /OPERATOR_NAME/],
  ]
  test.each(unsafe)('%s is refused by name', (_what, env, actual) => {
    expect(() => readSettings(env)).toThrow(ConfigProblem)
    expect(() => readSettings(env)).toThrow(actual)
  })

  test('a refusal contains no password', () => {
    expect(() => readSettings({ ...safe, SMTP_URL: 'smtp://me:secret@mail.example' })).not.toThrow(/secret/)
  })

  test.each([
    { SMTP_URL: 'smtps://me:secret@mail.example' },
    { SMTP_URL: 'smtp://me:secret@mail.example:587?requireTLS=true' },
    { SMTP_URL: 'smtp://me:secret@localhost:25' },
    { MQTT_URL: 'mqtts://me:secret@broker.example' },
    { TRUST_PROXY: '10.0.0.0/8, ::1' },
    webhook,
    { ...webhook, ALERT_WEBHOOK_URL: 'http://127.0.0.1:8080/alerts' },
  ])('%j is safe', (env) => {
    expect(readSettings({ ...safe, ...env }).production).toBe(true)
  })

  test('all unsafe settings are reported at once', () => {
    expect(() => readSettings({ NODE_ENV: 'production', DEMO: '1' })).toThrow(/SMTP_URL.*DEMO.*PUBLIC_URL/)
  })
})

describe('a wrong setting', () => {
  const wrong: [env: Record<string, string>, actual: RegExp][] = [
    [{ PORT: 'abc' }, /PORT/],
    [{ PORT: '70000' }, /PORT/],
    [{ PORT: '3000/tcp' }, /PORT: erwartet wird ein Port von 0 bis 65535/],
    [{ HOST: 'https://wegwarte.example' }, /HOST: erwartet wird eine Adresse wie 0\.0\.0\.0/],
    [{ GATEWAY_HOST: '0.0.0.0:5055' }, /GATEWAY_HOST: .*ohne Port/],
    [{ DATA_DIR: '~/data' }, /DATA_DIR: erwartet wird ein Pfad/],
    [{ MAX_DEVICES: '5 Geräte' }, /MAX_DEVICES: erwartet wird eine ganze Zahl von 1 bis 100, ohne Einheit/],
    [{ DATABASE_URL: 'host=one dbname=w' }, /DATABASE_URL: erwartet wird postgresql:\/\//],
    [{ DATABASE_URL: 'postgresql://u@one,two/w?target_session_attrs=standby' }, /DATABASE_URL/],
    [{ DEMO: 'yes' }, /DEMO/],
    [{ CLOCK: 'yesterday' }, /CLOCK/],
    [{ ROLES: 'api,cook' }, /ROLES/],
    [{ MQTT_URL: 'https://broker.example' }, /MQTT_URL/],
    [{ MAX_DEVICES: '0' }, /MAX_DEVICES/],
    [{ MAIL_BOUNCES: 'Wegwarte <bounces@example.org>' }, /MAIL_BOUNCES/],
    [{ SHOP_URL_START: 'shop' }, /SHOP_URL_START/],
    [{ ...webhook, ALERT_WEBHOOK_URL: 'sms.example' }, /ALERT_WEBHOOK_URL/],
    [{ ...webhook, ALERT_WEBHOOK_SECRET: 'geheim' }, /ALERT_WEBHOOK_SECRET.*whsec_/],
    [{ PHONE_COUNTRIES: 'DE,XX' }, /PHONE_COUNTRIES.*ISO 3166/],
    [{ PHONE_MESSAGES_PER_DAY: '0' }, /PHONE_MESSAGES_PER_DAY/],
    [{ ...webhook, ALERT_WEBHOOK_SECRET: '' }, /ALERT_WEBHOOK_URL und ALERT_WEBHOOK_SECRET/],
    [{ ...webhook, ALERT_WEBHOOK_URL: '' }, /ALERT_WEBHOOK_URL und ALERT_WEBHOOK_SECRET/],
    [{ ROUTER_URL: 'https://router.example' }, /ROUTER_URL: erwartet wird osrm\+https:\/\/HOST/],
    [{ ROUTER_URL: 'osrm+ftp://router.example' }, /ROUTER_URL/],
    [{ ROUTER_URL: 'graphhopper+https://router.example' }, /ROUTER_URL/],
    [{ ROUTER_URL: 'osrm+https://' }, /ROUTER_URL/],
    [{ ROUTER_URL: 'osrm+https://user:password@router.example' }, /ROUTER_URL: .*ohne Zugangsdaten/],
    [{ ROUTER_URL: 'valhalla+https://router.example/?key=1' }, /ROUTER_URL: .*ohne Zugangsdaten, \? und #/],
    [{ SHOP_URL_START: 'javascript:alert(1)' }, /SHOP_URL_START/],
    [{ SHOP_URL_CANCEL: 'javascript:alert(1)' }, /SHOP_URL_CANCEL/],
    [{ SHOP_URL_WITHDRAWAL: 'widerruf' }, /SHOP_URL_WITHDRAWAL/],
    [{ SECURITY_MAIL: 'security@example.org\nContact: evil' }, /SECURITY_MAIL/],
    [{ SOCIAL_URLS: 'https://a.example,javascript:alert(1)' }, /SOCIAL_URLS/],
    [{ NODE_ENV: 'prod' }, /NODE_ENV/],
    [{ NODE_ENV: 'Production' }, /NODE_ENV/],
    [{ SMTP_URL: 'foo' }, /SMTP_URL/],
    [{ TRUST_PROXY: 'nginx' }, /TRUST_PROXY/],
    [{ TRUST_PROXY: '10.0.0.0/33' }, /TRUST_PROXY/],
  ]
  test.each(wrong)('%j is reported in one line that names it', (env, actual) => {
    expect(() => readSettings(env)).toThrow(actual)
    try {
      readSettings(env)
    } catch (error) {
      expect(String(error)).not.toContain('\n')
    }
  })
})

test.each(['::', '0.0.0.0', 'localhost', 'wegwarte-1.internal'])('%s is an address to listen at', (HOST) => {
  expect(readSettings({ HOST }).HOST).toBe(HOST)
})

test.each([
  ['osrm+https://router.example', { dialect: 'osrm', url: 'https://router.example' }],
  ['valhalla+http://127.0.0.1:8002/', { dialect: 'valhalla', url: 'http://127.0.0.1:8002' }],
  ['osrm+https://maps.example/osrm/', { dialect: 'osrm', url: 'https://maps.example/osrm' }],
])('%s is a router', (ROUTER_URL, address) => {
  expect(readSettings({ ROUTER_URL }).ROUTER_URL).toEqual(address)
})

test('an empty variable counts as absent', () => {
  expect(readSettings({ PORT: '', DATABASE_URL: '' })).toMatchObject({
    PORT: 3000,
    PUBLIC_URL: 'http://localhost:3000',
  })
})

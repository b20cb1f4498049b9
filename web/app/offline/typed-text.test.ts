import { expect, test } from 'vitest'
import { deliveredLed, deliveredSettings } from '#domain/settings/settings.ts'
import { spur } from '#domain/testing/device-details.ts'
import type { OutboxChange } from '#web/api/offline/outbox-change.ts'
import { typedText } from './typed-text.ts'

const base = { deviceName: 'Spur', notes: null }
const at = '2026-11-21T12:00:00.000Z'
const place = { latitude: 49.01, longitude: 8.4 }
const settings = deliveredSettings()
const { accidents } = settings.categories
const led = deliveredLed()
const ofBoat = { kind: 'boat', id: 'b', base, mine: { ...base, sail: 'rot', engine: false, draught: 1.2, seenAt: at } }

test.each<[string, OutboxChange, string]>([
  ['a note', { kind: 'device', id: 'd1', base: spur, mine: { ...spur, notes: 'Kette' } }, 'Notizen: Kette'],
  [
    'dates and a usage',
    {
      kind: 'device',
      id: 'd1',
      base: { ...spur, inspectionDue: '2027-05' },
      mine: { ...spur, usageType: 'AUTO', season: { fromMonth: 3, toMonth: 10 }, inspectionDue: null },
    },
    'Nutzung: Auto\nSaison: 03–10\nNächste HU: keine Angabe',
  ],
  [
    'settings and lights',
    {
      kind: 'settings',
      of: 'device',
      id: '350000000000001',
      base: { settings, led },
      mine: {
        settings: {
          categories: {
            ...settings.categories,
            accidents: { ...accidents, metres: 700, acoustic: false, disabledTypes: ['Accident'] },
          },
          quietHours: { enabled: true, from: '23:00', to: '06:00' },
        },
        led: { brightness: 10, colours: { ...led.colours, weather: '#000000' } },
      },
    },
    [
      'Unfälle, Ausgeschaltete Arten: Unfall',
      'Unfälle, Entfernung: 700 m',
      'Unfälle, Ton: nein',
      'Ruhezeiten, Eingeschaltet: ja',
      'Ruhezeiten, Von: 23:00',
      'Helligkeit: 10 %',
      'Farbe der Leuchte, Unwetterwarnungen: #000000',
    ].join('\n'),
  ],
  [
    'a report without its place',
    { kind: 'report', report: { poiType: 'LongTermRoadwork', ...place, seenAt: at, speed: 70, direction: 90 } },
    'Erlaubte Geschwindigkeit: 70 km/h\nFahrtrichtung: Ost',
  ],
  [
    'nothing of a word',
    { kind: 'vote', id: 'r1', poiType: 'Obstacle', confirms: true, seenAt: at, nearness: 'near' },
    '',
  ],
  ['nothing of a tap', { kind: 'theft', id: 'd1', at, since: at }, ''],
  [
    'of another version the texts, and no number, which may be a coordinate',
    { kind: 'unreadable', value: { change: ofBoat, stuck: null } },
    'Weitere Angabe: rot',
  ],
  [
    'of another version without a base what is known',
    { kind: 'unreadable', value: { change: { kind: 'word', ...place, deviceName: 'Hallo', notes: null } } },
    'Gerätename: Hallo\nNotizen: keine Angabe',
  ],
  ['what is no record', { kind: 'unreadable', value: 'Hallo' }, 'Weitere Angabe: Hallo'],
  [
    'a text that its field cannot hold, as it is',
    { kind: 'unreadable', value: { change: { kind: 'word', expiresAt: 'morgen', direction: 'links', speed: {} } } },
    'Ende der Baustelle: morgen\nFahrtrichtung: links',
  ],
  ['nothing of what is empty', { kind: 'unreadable', value: null }, ''],
])('what was typed is shown in German: %s', (_name, change, text) => expect(typedText(change)).toBe(text))

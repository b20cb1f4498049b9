import { expect, test } from 'vitest'
import { hotspotRecord } from './hotspot-record.ts'
import { hotspotInWords } from './hotspot-words.ts'

const expected = 'Zu erwarten: etwa 0,8 im Jahr, mit 90 % Sicherheit 0,5 bis 1,1.'

test.each([
  [
    '10 Motorradunfälle 2018–2020, 2 schwer, meist nass, meist Abbiegeunfall',
    '10 Motorradunfälle in 3 Jahren, 2 schwer. Meist: Abbiegen, bei Nässe.',
    '10 Unfälle, 2 schwer · Abbiegen',
  ],
  ['1 Motorradunfall 2020', '1 Motorradunfall in einem Jahr, nicht schwer.', '1 Unfall'],
  [
    '1 Motorradunfall 2019–2020, 1 tödlich, bei Dunkelheit, Fahrunfall',
    '1 Motorradunfall in 2 Jahren, tödlich. Dabei: Kontrolle verloren, bei Dunkelheit.',
    '1 Unfall, tödlich · Kontrolle verloren',
  ],
  [
    '1 Motorradunfall 2020, 1 schwer, Überschreiten-Unfall',
    '1 Motorradunfall in einem Jahr, schwer. Dabei: Fußgänger auf der Fahrbahn.',
    '1 Unfall, schwer · Fußgänger auf der Fahrbahn',
  ],
  ['8 Motorradunfälle 2016–2017', '8 Motorradunfälle in 2 Jahren, keiner schwer.', '8 Unfälle'],
  [
    '3 Motorradunfälle 2016, 2018–2019, 1 tödlich, 2 schwer',
    '3 Motorradunfälle in 3 Jahren, 1 tödlich, 2 schwer.',
    '3 Unfälle, 1 tödlich, 2 schwer',
  ],
  [
    '4 Motorradunfälle 2020, bei Dunkelheit, meist Unfall im Längsverkehr',
    '4 Motorradunfälle in einem Jahr, keiner schwer. Meist: Auffahren oder Überholen, bei Dunkelheit.',
    '4 Unfälle · Auffahren oder Überholen',
  ],
  [
    '3 Motorradunfälle 2020, winterglatt, in der Dämmerung, Einbiegen/Kreuzen-Unfall',
    '3 Motorradunfälle in einem Jahr, keiner schwer. Alle: Einbiegen oder Kreuzen, bei Glätte, in der Dämmerung.',
    '3 Unfälle · Einbiegen oder Kreuzen',
  ],
  [
    '5 Motorradunfälle 2020, am Wochenende auffällig, meist Abkommen nach links',
    '5 Motorradunfälle in einem Jahr, keiner schwer. Meist: Abkommen nach links. Auffällig oft am Wochenende.',
    '5 Unfälle · Abkommen nach links',
  ],
  [
    '4 Motorradunfälle 2020, meist Unfall durch ruhenden Verkehr',
    '4 Motorradunfälle in einem Jahr, keiner schwer. Meist: parkende Fahrzeuge.',
    '4 Unfälle · parkende Fahrzeuge',
  ],
])('%s: as people say it', (reason, words, short) => {
  expect(hotspotInWords(`${reason}. ${expected}`)).toMatchObject({ reason: words, short, method: expected })
  expect(hotspotInWords(`${reason}.`)).toMatchObject({ reason: words, short, method: '' })
})

test.each([
  ['2 Motorradunfälle 2020', 'Unfallatlas 2020'],
  ['2 Motorradunfälle 2018–2020, 2 schwer', 'Unfallatlas 2018–2020'],
  ['2 Motorradunfälle 2016, 2018–2020, nass', 'Unfallatlas 2016, 2018–2020'],
])('%s is as of the years that were looked at', (note, asOf) => {
  expect(hotspotInWords(`${note}.`)?.asOf).toBe(asOf)
})

test.each(['', 'Beispieldaten', 'Ölspur, meist nass', '2 Motorradunfälle', '10 Motorradunfälle 20180–2020'])(
  'nothing is read from „%s“, which no rule of ours has written',
  (note) => {
    expect([hotspotRecord(note), hotspotInWords(note)]).toEqual([null, null])
  },
)

import type { FileNotes } from './exchanged-poi.ts'

const openStreetMap = /openstreetmap/i

/** What a file must say about itself: its sources, how it may be passed on, and when it must not be used. */
export function fileNotes(attributions: readonly string[]): FileNotes {
  return [
    'Exportiert aus Wegwarte.',
    ...(attributions.length === 0 ? [] : [`Quellen: ${attributions.join('; ')}.`]),
    ...(attributions.some((attribution) => openStreetMap.test(attribution)) ? [shareAlike] : []),
    'Blitzer nur für die Planung vor der Fahrt: Während der Fahrt ist die Anzeige verboten (§ 23 Abs. 1c StVO).',
  ]
}

/** ODbL 1.0, sections 4.2 to 4.6: notice, and share-alike for what is derived. */
const shareAlike =
  'Enthält Daten von OpenStreetMap (© OpenStreetMap contributors, https://www.openstreetmap.org/copyright), lizenziert unter der Open Database License (ODbL) 1.0, https://opendatacommons.org/licenses/odbl/1-0/. Wer diese Daten oder eine daraus abgeleitete Datenbank öffentlich weitergibt, muss sie unter derselben Lizenz anbieten und diesen Hinweis beibehalten.'

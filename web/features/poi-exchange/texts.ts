import type { ExportFormat, ImportFormat, SkipReason } from '#contract/poi-exchange.ts'

export const poiExchangeTexts = {
  title: 'POIs exportieren und importieren',
  lead: 'Nehmen Sie die POIs mit auf Ihr Navigationsgerät, oder bringen Sie eigene mit.',
  legalTitle: 'Blitzer: nur für die Planung vor der Fahrt',
  legalText:
    'Während der Fahrt ist es verboten, sich Blitzer anzeigen zu lassen, auch auf dem Navigationsgerät (§ 23 Abs. 1c StVO). Schalten Sie diese POIs dort aus, bevor Sie losfahren.',

  export: {
    title: 'Exportieren',
    categories: 'Welche POIs?',
    own: 'Eigene POIs',
    area: 'Aus welchem Gebiet?',
    inSight: 'Nur aus dem Ausschnitt der Karte',
    everywhere: 'Aus allen Gebieten',
    format: 'Für welches Gerät?',
    formats: {
      gpx: { name: 'GPX-Wegpunkte', hint: 'Die meisten Geräte und Tourenplaner, etwa von Garmin und BMW' },
      garmin: { name: 'Garmin POI Loader', hint: 'ZIP mit einer CSV-Datei je Art und Tempo, für Annäherungsalarme' },
      kml: { name: 'KML', hint: 'Google Earth, Google My Maps, OsmAnd' },
      igo: { name: 'iGO speedcam.txt', hint: 'Geräte mit iGO, etwa von Becker und Clarion' },
    } satisfies Record<ExportFormat, { name: string; hint: string }>,
    download: 'Datei herunterladen',
    nothingChosen: 'Wählen Sie mindestens eine Art von POIs.',
    saved: (name: string) => `Die Datei ${name} wurde gespeichert.`,
    empty: 'In dieser Auswahl ist kein POI. Wählen Sie weitere Kategorien oder ein größeres Gebiet.',
    failed: 'Die Datei konnte nicht erstellt werden',
    licence:
      'Die Quellen und ihre Lizenzen stehen in der Datei. Daten von OpenStreetMap stehen unter der ODbL: Wer sie öffentlich weitergibt, muss das unter derselben Lizenz tun.',
  },

  import: {
    title: 'Eigene POIs',
    drop: 'Datei hierher ziehen oder',
    choose: 'Datei auswählen',
    hint: 'GPX, KML, Garmin-CSV, iGO speedcam.txt oder TomTom OV2, höchstens 5 MB. Nur Sie sehen diese POIs.',
    busy: 'Die Datei wird gelesen …',
    tooLarge: 'Die Datei ist größer als 5 MB. Bitte teilen Sie sie.',
    failed: 'Diese Datei wurde nicht übernommen',
    done: (pois: string, file: string) => `${pois} aus „${file}“ gelesen`,
    pois: ['POI', 'POIs'],
    entries: ['Eintrag', 'Einträge'],
    shortened: (count: string) => `Bei ${count} war der Text zu lang und wurde gekürzt.`,
    skipped: (count: string, reason: string, lines: string) => `${count} übersprungen: ${reason} (${lines})`,
    lines: (numbers: string) => `Zeile ${numbers}`,
    more: ' und weitere',
    reasons: {
      columns: 'Es sind nicht so viele Spalten, wie das Format hat',
      quotes: 'Ein Anführungszeichen wird nicht geschlossen',
      coordinates: 'Die Koordinaten fehlen oder liegen nicht auf der Erde',
      'no-point': 'Der Eintrag ist eine Linie oder Fläche, kein Punkt',
      deleted: 'Der Eintrag ist in der Datei als gelöscht markiert',
    } satisfies Record<SkipReason, string>,
    formats: {
      gpx: 'GPX',
      kml: 'KML',
      garmin: 'Garmin-CSV',
      igo: 'iGO',
      ov2: 'TomTom OV2',
    } satisfies Record<ImportFormat, string>,
    listTitle: 'Gelesene Dateien',
    file: (format: string, pois: string, time: string) => `${format} · ${pois} · ${time}`,
    none: 'Noch haben Sie keine eigenen POIs.',
    loadFailed: 'Ihre Dateien konnten nicht geladen werden',
    remove: 'Alle eigenen POIs entfernen',
    removeTitle: 'Alle eigenen POIs entfernen?',
    removeText: (pois: string) =>
      `${pois} werden gelöscht. Das lässt sich nicht rückgängig machen; Ihre Dateien behalten Sie.`,
    removed: (pois: string) => `${pois} entfernt.`,
    removeFailed: 'Das Entfernen ist fehlgeschlagen',
  },
}

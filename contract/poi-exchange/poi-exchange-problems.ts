import { poiExchangeLimits } from './poi-exchange-limits.ts'

export const poiExchangeProblems = {
  NO_POIS_IN_FILE: {
    status: 400,
    message:
      'In dieser Datei ist kein einziger lesbarer POI. Möglich sind GPX, KML, Garmin-CSV, iGO und OV2, auch als ZIP oder KMZ.',
  },
  COORDINATES_SWAPPED: {
    status: 409,
    message: 'Breite und Länge scheinen vertauscht zu sein. Bitte sagen Sie, ob sie getauscht werden sollen.',
  },
  TOO_MANY_OWN_POIS: {
    status: 409,
    message: `Damit wären es mehr als ${poiExchangeLimits.most.toLocaleString('de-DE')} eigene POIs. Entfernen Sie zuerst vorhandene oder teilen Sie die Datei.`,
  },
} as const

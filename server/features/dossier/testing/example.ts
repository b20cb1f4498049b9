import { dossierLimits } from '#contract/dossier/dossier-limits.ts'
import { minuteMs, hourMs } from '#contract/base/time-units.ts'
import type { DossierDocument } from '#server/features/dossier/dossier-document.ts'
import { destination } from '#domain/geo/geo.ts'

const stolenAt = new Date('2026-10-25T00:30:00Z')

/** A theft in the night when clocks are put back, with this many positions, one minute apart. */
export function exampleDossier(positions: number, listed: number): DossierDocument {
  const start = { latitude: 49.0069, longitude: 8.4037 }
  const track = Array.from({ length: positions }, (_, minute) => {
    const along = destination(start, minute * 120, 40 + 60 * Math.sin(minute / 12))
    const recordedAt = new Date(stolenAt.getTime() + minute * minuteMs).toISOString()
    return { ...along, recordedAt, accuracy: 4.2, speed: 38 }
  })
  return {
    deviceName: 'Rote Enduro',
    placeName: 'Kriegsstraße, Karlsruhe',
    imei: '356000000000019',
    details: {
      brand: 'Škoda Włóczęga',
      model: 'Größe XL',
      colour: 'Weiß mit grünem Streifen',
      plate: 'KA-ÖÜ 123',
      frameNumber: 'WB10A0305PZ123456',
      lastSeenPlace: 'Karlsruhe, Kriegsstraße 12, Tiefgarage Ebene 2',
      lastSeenAt: '2026-10-24T20:15:00Z',
      caseReference: 'ST/1234567/2026',
      policeStation: 'Polizeirevier Karlsruhe-Marktplatz',
      ownerName: 'Małgorzata Öztürk',
      ownerPhone: '+49 (0)30 23125-042',
      ownershipProof: 'Fahrzeugschein-Nr. KA 12345, Rechnung vom 3. Mai 2024 beim Halter',
      withPicture: true,
    },
    changes: [
      { state: 'SUSPICIOUS', since: stolenAt, setAt: new Date('2026-10-25T05:00:00Z') },
      { state: 'STOLEN', since: new Date('2026-10-25T05:10:00Z'), setAt: new Date('2026-10-25T05:10:00Z') },
    ],
    period: { since: stolenAt, from: stolenAt, until: null },
    track: {
      positions,
      newest: track.toReversed().slice(0, listed),
      line: track.filter((_, index) => index % 5 === 0),
    },
    picture: null,
    createdAt: new Date('2026-10-25T12:00:00Z'),
    demo: false,
  }
}

/** The largest possible content: every text at its full length, four states, and doubts between the positions. */
export function fullDossier(textOf: (length: number) => string, picture: Uint8Array): DossierDocument {
  const example = exampleDossier(200, dossierLimits.listedPositions)
  const { details, track } = example
  const hour = (hours: number) => new Date(stolenAt.getTime() + hours * hourMs)
  return {
    ...example,
    deviceName: textOf(100),
    details: {
      ...details,
      brand: textOf(dossierLimits.vehicleLength),
      model: textOf(dossierLimits.vehicleLength),
      colour: textOf(dossierLimits.colourLength),
      plate: textOf(dossierLimits.plateLength),
      frameNumber: textOf(dossierLimits.frameNumberLength),
      lastSeenPlace: textOf(dossierLimits.lineLength),
      caseReference: textOf(dossierLimits.caseReferenceLength),
      policeStation: textOf(dossierLimits.lineLength),
      ownerName: textOf(dossierLimits.ownerNameLength),
      ownerPhone: textOf(dossierLimits.ownerPhoneLength),
      ownershipProof: textOf(dossierLimits.lineLength),
    },
    changes: (['SUSPICIOUS', 'STOLEN', 'RECOVERED', 'STOLEN'] as const).map((state, index) => ({
      state,
      since: hour(index),
      setAt: hour(index + 0.5),
    })),
    track: { ...track, newest: track.newest.map((fix) => ({ ...fix, speed: 123, flag: 'LAST_KNOWN' })) },
    picture,
  }
}

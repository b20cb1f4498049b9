import { formatAgo, formatDayTime, oClock } from '#web/texts/formats.ts'
import { dayInWords, monthInWords } from '#domain/time/days.ts'
import { momentInWords } from '#web/texts/vehicle-states.ts'
import type { SetupStep } from '#contract/vehicles/vehicles.ts'

export const vehicleTexts = {
  title: 'Ihr Fahrzeug',
  others: 'Weitere Fahrzeuge',
  loading: 'Ihre Fahrzeuge werden geladen',
  failed: 'Ihre Fahrzeuge konnten nicht geladen werden.',
  sample: 'Beispieldaten',
  none: 'Noch kein Fahrzeug',
  noneHint: 'Fügen Sie Ihr Gerät hinzu. Danach sehen Sie hier, wo Ihr Fahrzeug steht und ob der Alarm scharf ist.',
  toDevices: 'Gerät hinzufügen',
  noPosition: 'Sobald Ihr Gerät eine Position sendet, sehen Sie hier, wo Ihr Fahrzeug steht.',
  positionFrom: (at: string, now: Date) => `Position: ${momentInWords(at, now)}, ${formatAgo(at, now)}`,
  rideHint: 'Alarm pausiert bis zur Ankunft.',
  otherPauses: 'Anders pausieren',
  mine: 'Ja, ich bin es',
  notMine: 'Nein: 110 anrufen',
  where: 'Wo ist es?',
} as const

export const taskTexts = {
  title: 'Zu tun',
  noLicence: {
    title: 'Keine gültige Lizenz',
    detail: 'Ohne Lizenz werden keine Positionen aufgezeichnet.',
    action: 'Zum Gerät',
  },
  licenceEnds: {
    title: (days: number) => `Lizenz endet in ${days} ${days === 1 ? 'Tag' : 'Tagen'}`,
    detail: 'Danach endet das Tracking, und mit ihm der Alarm.',
    action: 'Verlängern',
  },
  powerCut: {
    title: (since: string) => `Stromversorgung getrennt seit ${oClock(formatDayTime(since))}`,
    detail: 'Waren Sie es nicht selbst? Sehen Sie nach dem Fahrzeug.',
    action: 'Wo ist es?',
  },
  batteryLow: {
    title: (level: string | null) => (level === null ? 'Akku fast leer' : `${level}: fast leer`),
    detail: 'Bitte laden Sie das Gerät, bevor es verstummt.',
    action: 'Zum Gerät',
  },
  silent: {
    title: (ago: string) => `Zuletzt gemeldet ${ago}`,
    detail: 'Prüfen Sie Stromversorgung und Mobilfunkempfang des Geräts.',
    action: 'Zum Gerät',
  },
  blind: {
    title: 'Der Alarm sieht nichts',
    detail: 'Das Gerät meldet sich, aber keine brauchbare Position.',
    action: 'Zum Gerät',
  },
  inspection: {
    title: ({ month, isOver }: { month: string; isOver: boolean }) =>
      isOver ? `HU war ${monthInWords(month)} fällig` : `HU fällig ${monthInWords(month)}`,
    detail: 'Ist sie gemacht? Dann tragen Sie den nächsten Termin ein.',
    action: 'Zum Gerät',
  },
  seasonEnds: {
    title: (lastDay: string) => `Saison endet am ${dayInWords(lastDay)}`,
    detail: 'Danach darf das Fahrzeug nicht auf öffentlichen Straßen stehen.',
    action: 'Zum Gerät',
  },
  setUp: {
    title: 'Einrichten',
    detail: (done: number, of: number) => `${done} von ${of} Schritten`,
    done: 'erledigt',
    steps: {
      TRACKER: 'Tracker anschließen',
      TRACKING: 'Tracking einschalten',
      TEST_ALARM: 'Test-Alarm senden',
    } satisfies Record<SetupStep, string>,
  },
} as const

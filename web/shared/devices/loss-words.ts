import type { Device } from '#contract/devices/devices.ts'
import { trackingLimits } from '#contract/tracking/tracking-limits.ts'
import { counted, formatDayTime, formatNumber } from '#web/texts/formats.ts'

type Loss = NonNullable<Device['loss']>

export interface LossInWords {
  words: string
  /** Why it is so, and what its owner can do about it. */
  advice: string
}

/** What a device's owner has to know of discarded positions. */
export function lossInWords(loss: Loss): LossInWords {
  const words = loss.reason === 'NO_FIX' ? texts.noReception : texts.lost
  return { words, advice: `${adviceOn(loss)} ${texts.lastAt(formatDayTime(loss.at))}` }
}

function adviceOn({ reason, clockAheadMinutes }: Loss): string {
  switch (reason) {
    case 'NO_FIX':
      return texts.noReceptionAdvice
    case 'TOO_OLD':
      return texts.tooOldAdvice
    case 'IN_THE_FUTURE':
      return clockAheadMinutes === null ? texts.aheadAdvice : texts.zoneAdvice(hoursOf(clockAheadMinutes))
  }
}

/** `1 Stunde`, `5,5 Stunden` */
export function hoursOf(minutes: number): string {
  return minutes === 60 ? counted(1, 'Stunde', 'Stunden') : `${formatNumber(minutes / 60, 1)} Stunden`
}

const texts = {
  lost: 'Positionen werden nicht gespeichert',
  noReception: 'Kein Satellitenempfang',
  noReceptionAdvice:
    'Das Gerät meldet sich, weiß aber nicht, wo es ist. In einer Garage ist das normal. Im Freien prüfen Sie, ob Metall das Gerät verdeckt.',
  tooOldAdvice: `Nach der Uhr des Geräts sind sie älter als ${trackingLimits.retentionDays} Tage. Sendet es gerade Älteres nach, ist nichts zu tun. Sonst geht seine Uhr nach: Schalten Sie es im Freien aus und wieder ein. Hilft das nicht, schreiben Sie dem Support.`,
  aheadAdvice:
    'Die Uhr des Geräts geht vor. Stellen Sie sie auf Weltzeit (UTC, siehe Anleitung des Geräts). Hilft das nicht, schreiben Sie dem Support.',
  zoneAdvice: (hours: string) =>
    `Die Uhr des Geräts geht ${hours} vor, vermutlich zeigt sie eine andere Zeitzone. Stellen Sie sie auf Weltzeit (UTC, siehe Anleitung des Geräts), oder lassen Sie die Zeiten hier berichtigen.`,
  lastAt: (time: string) => `Zuletzt: ${time}.`,
} as const

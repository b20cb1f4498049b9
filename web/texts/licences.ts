import { counted, formatDay } from '#web/texts/formats.ts'

/** How long a licence holds, wherever that is shown. */
export const licenceTermTexts = {
  until: (expiresAt: string, days: number) => `bis ${formatDay(expiresAt)} · noch ${counted(days, 'Tag', 'Tage')}`,
  since: (expiresAt: string) => `abgelaufen am ${formatDay(expiresAt)}`,
} as const

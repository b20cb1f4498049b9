import { counted } from '#web/texts/formats.ts'

export const hiddenPoisTexts = {
  hide: 'Für mich ausblenden',
  hidden: 'Ausgeblendet. Unter „POI-Konfiguration“ zeigen Sie ihn wieder.',
  title: 'Ausgeblendete POIs',
  lead: 'Diese POIs sehen nur Sie nicht: auf der Karte, in Listen, im Routencheck und im Fahrmodus. In den Zahlen von Gruppen auf der Karte zählen sie mit.',
  inClusters: (count: number) =>
    `Die Gruppen auf der Karte zählen bis zu ${counted(count, 'POI mit, den', 'POIs mit, die')} Sie ausgeblendet haben.`,
  none: 'Sie haben nichts ausgeblendet. Auf der Karte tippen Sie einen POI an und wählen „Für mich ausblenden“.',
  loading: 'Ausgeblendete POIs werden geladen …',
  failed: 'Die ausgeblendeten POIs konnten nicht geladen werden.',
  since: (when: string) => `ausgeblendet ${when}`,
  show: 'Wieder zeigen',
  showOf: (name: string) => `${name} wieder zeigen`,
  shown: 'Der POI ist wieder zu sehen.',
} as const

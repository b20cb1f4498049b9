import { alarmsLimits } from '#contract/alarms/alarms-limits.ts'

const { stopMinutes } = alarmsLimits

export const ownRideTexts = {
  title: 'Sind Sie das?',
  lead: `Fahren oder bewegen Sie Ihr Fahrzeug gerade selbst? Dann pausiert der Alarm bis zur Ankunft, auch über eine Rast unter ${stopMinutes} Minuten.`,
  itIsMe: 'Das bin ich',
  call: 'Nein: 110 anrufen',
  toTracking: 'Sehen, wo es ist',
  answered: 'Gute Fahrt!',
  paused: (device: string) =>
    `Der Alarm von „${device}“ pausiert bis zur Ankunft und schaltet sich dann von selbst wieder ein.`,
  notGuarded: 'Der Alarm ist als gesehen vermerkt. Scharf ist er zurzeit nicht.',
} as const

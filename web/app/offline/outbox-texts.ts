import type { Stuck, OutboxChange } from '#web/api/offline/outbox-change.ts'
import { formatAgo, formatImei } from '#web/texts/formats.ts'
import { reportNames } from '#web/features/poi-reports/texts.ts'

export const outboxTexts = {
  title: 'Noch nicht gesendet',
  waiting: (count: number) =>
    count === 1
      ? '1 Änderung wird gesendet, sobald Netz da ist.'
      : `${count} Änderungen werden gesendet, sobald Netz da ist.`,
  stuck: (count: number) =>
    count === 1 ? '1 Änderung wurde nicht gespeichert.' : `${count} Änderungen wurden nicht gespeichert.`,
  show: 'Ansehen',
  hide: 'Zuklappen',
  drop: 'Verwerfen',
  copy: 'Kopieren',
  copied: 'Kopiert. Sie können den Text jetzt an anderer Stelle einfügen.',
  copyByHand: 'Der Browser lässt das Kopieren nicht zu. Markieren Sie den Text, und kopieren Sie ihn von Hand.',
  typed: 'Eingegeben:',
  none: 'keine Angabe',
  otherField: 'Weitere Angabe',
  sendMine: 'Meine Änderung speichern',
  named: (action: string, change: OutboxChange) => `${action}: ${titleOf(change)}`,
  untilSignOut: 'Das steht nur in diesem Browser. Wenn Sie sich abmelden, ist es weg.',
  sent: (count: number) => (count === 1 ? 'Ihre Änderung ist gesendet.' : `${count} Änderungen sind gesendet.`),
  lost: (count: number) =>
    count === 1
      ? '1 Änderung war noch nicht gesendet. Sie ist mit der Abmeldung verworfen.'
      : `${count} Änderungen waren noch nicht gesendet. Sie sind mit der Abmeldung verworfen.`,
  changed:
    'Das wurde inzwischen an anderer Stelle geändert. Speichern Sie Ihre Änderung darüber, oder verwerfen Sie sie: Dann bleibt es, wie es dort ist.',
  renamed: (name: string) =>
    `Das Gerät heißt inzwischen „${name}“. Speichern Sie Ihre Änderung darüber, oder verwerfen Sie sie: Dann bleibt es dabei.`,
  gone: 'Das Gerät gehört nicht mehr zu Ihrem Konto. Die Änderung lässt sich nicht mehr speichern.',
  unreadable:
    'Diese Version der App kann die Änderung nicht lesen. Laden Sie die Seite neu. Hilft das nicht, kopieren Sie den Text, tragen Sie ihn neu ein, und verwerfen Sie die Änderung dann.',
  refused: (reason: string) => `Nicht gespeichert: ${reason}`,
} as const

/** What a change is about, in a few words. */
export function titleOf(change: OutboxChange): string {
  switch (change.kind) {
    case 'device': {
      const [before, after] = [change.base.deviceName, change.mine.deviceName]
      return before === after ? `Angaben zu „${after}“` : `„${before}“ umbenennen in „${after}“`
    }
    case 'settings':
      return change.of === 'account'
        ? 'Warneinstellungen des Kontos'
        : `Einstellungen des Geräts ${formatImei(change.id)}`
    case 'report':
      return `Meldung: ${reportNames[change.report.poiType]}`
    case 'vote':
      return `${change.confirms ? 'Noch da' : 'Nicht mehr da'}: ${reportNames[change.poiType]}`
    case 'ride':
      return '„Ich fahre“'
    case 'theft':
      return 'Als gestohlen melden'
    case 'unreadable':
      return 'Änderung aus einer anderen Version der App'
  }
}

/** When it was made: `vor 12 Minuten` */
export function madeAt(at: Date, now: Date): string {
  return formatAgo(at, now)
}

/** Why it was not saved, and what can be done. */
export function stuckInWords(stuck: Stuck, change: OutboxChange): string {
  switch (stuck.why) {
    case 'gone':
      return outboxTexts.gone
    case 'refused':
      return outboxTexts.refused(stuck.message)
    case 'unreadable':
      return outboxTexts.unreadable
    case 'changed': {
      const name = nameIn(stuck.theirs)
      const isRenamed = change.kind === 'device' && name !== null && name !== change.base.deviceName
      return isRenamed ? outboxTexts.renamed(name) : outboxTexts.changed
    }
  }
}

function nameIn(theirs: unknown): string | null {
  const isNamed = typeof theirs === 'object' && theirs !== null && 'deviceName' in theirs
  return isNamed && typeof theirs.deviceName === 'string' ? theirs.deviceName : null
}

import type { Logger } from 'pino'
import * as z from 'zod'
import { alarmsLimits } from '#contract/alarms-limits.ts'
import type { HopState } from '#contract/alarms.ts'
import { hourMs, minuteMs } from '#contract/time-units.ts'
import type { Clock } from '#server/clock.ts'
import { job, type Jobs, round } from '#server/jobs/jobs.ts'
import { AddressRefused, type Mailer } from '#server/mail/mailer.ts'
import { hopEmailIdOf } from './alarm-email-id.ts'
import type { AlarmHopsStore, HopToSend } from './alarm-hops.store.ts'
import type { AlarmLinksStore } from './alarm-links.store.ts'
import { hopEmail } from './hop-email.ts'
import type { EmergencyContactsStore } from '#server/features/emergency-contacts/emergency-contacts.store.ts'
import { createSecret } from '#server/secrets.ts'

const alarmHops = round('alarm-hops')
const alarmHopsDue = job('alarm-hops-due', z.object({}))

const { emailRetryHours, emailStuckMinutes, emailRunMinutes } = alarmsLimits

interface Parts {
  hops: Pick<AlarmHopsStore, 'begin' | 'end' | 'isAnyDue'>
  links: Pick<AlarmLinksStore, 'add'>
  contacts: Pick<EmergencyContactsStore, 'addLink'>
  mailer: Pick<Mailer, 'send'>
  clock: Clock
  publicUrl: string
  log: Logger
}

/**
 * Sends the messages to emergency contacts that are due: looked for every minute, claimed one by one. A message whose worker
 * was killed is claimed again once it has surely gone.
 */
export function registerAlarmHopsJobs(jobs: Pick<Jobs, 'on' | 'every' | 'send'>, parts: Parts): void {
  const { hops, clock } = parts
  const ago = (ms: number) => new Date(clock.now().getTime() - ms)
  const dueNow = () => ({ triedBefore: clock.now(), stuckBefore: ago(emailStuckMinutes * minuteMs) })

  jobs.on(alarmHops, async () => {
    const due = dueNow()
    while (due.triedBefore > ago(emailRunMinutes * minuteMs)) {
      const hop = await hops.begin(clock.now(), due)
      if (hop === null) return
      await hops.end(hop, await sendHop(hop, parts), clock.now())
    }
  })
  jobs.every(alarmHopsDue, '* * * * *', async () => {
    if (await hops.isAnyDue(clock.now(), dueNow())) await jobs.send(alarmHops, {})
  })
}

async function sendHop(
  hop: HopToSend,
  { links, contacts, mailer, clock, publicUrl, log }: Omit<Parts, 'hops'>,
): Promise<HopState> {
  const { alarmId, number, contactId, dueAt } = hop
  const [answer, leave] = [createSecret(), createSecret()]
  await links.add({ tokenHash: answer.hash, alarmId, contactId }, clock.now())
  await contacts.addLink(contactId, leave.hash, clock.now())
  const message = hopEmail(hop, { alarm: answer.token, contact: leave.token }, publicUrl)
  // The same name each time: where an e-mail arrives twice after all, mail programs show it once.
  return mailer.send(hop.email, message, { id: hopEmailIdOf(alarmId, number) }).then(
    () => 'SENT' as const,
    (error: unknown) => {
      log.warn(
        { alarm: alarmId, error: error instanceof Error ? error.name : 'unknown' },
        'an e-mail to an emergency contact was not taken',
      )
      const isTooLate = clock.now().getTime() - dueAt.getTime() > emailRetryHours * hourMs
      return error instanceof AddressRefused || isTooLate ? 'FAILED' : 'QUEUED'
    },
  )
}

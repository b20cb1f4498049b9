import type { Readable } from 'node:stream'
import type { Hooks } from '#server/db/transactions/hooks.ts'
import type { Foundations } from '#server/foundations.ts'
import type { Messages } from '#server/features/messages/messages.jobs.ts'
import type { MessagesStore } from '#server/features/messages/messages.store.ts'
import { createOwnRidesService } from './answers/own-rides.service.ts'
import { createKeptTapsStore } from './answers/kept-taps.store.ts'
import { createOwnRidesStore } from './answers/own-rides.store.ts'
import { createAlarmEmailsStore } from './emails/alarm-emails.store.ts'
import { registerAlarmHopsJobs } from './chain/alarm-hops.jobs.ts'
import { createAlarmHopsStore } from './chain/alarm-hops.store.ts'
import { createAlarmLinksStore } from './answers/alarm-links.store.ts'
import { createAlarmWatch } from './guard/alarm-watch.ts'
import { type AccountLinks, createAlarmNotifier, registerAlarmsJobs } from './alarms.jobs.ts'
import { registerAlarmsRoutes } from './alarms.routes.ts'
import { createAlarmsService } from './alarms.service.ts'
import { readMail, recordEmailReport } from './emails/delivery-reports.ts'
import { createAlarmsStore } from './alarms.store.ts'
import { registerPersonAlarms } from './people/person-alarms.jobs.ts'
import { createPersonAlarmsStore } from './people/person-alarms.store.ts'
import type { EmergencyContactsStore } from '#server/features/emergency-contacts/emergency-contacts.store.ts'
import { createSilenceStore } from './guard/silence.store.ts'
import { statementAnswers } from './answers/statements.ts'
import { createPendingMovementsStore } from './guard/pending-movements.store.ts'

type Needs = Pick<Foundations, 'settings' | 'database' | 'clock' | 'newId' | 'placeNames' | 'jobs' | 'api' | 'log'>

export function buildAlarms(
  { settings, database, clock, newId, placeNames, jobs, api, log }: Needs,
  {
    hooks,
    messages,
    emergencyContacts,
    accountLinks,
  }: {
    hooks: Hooks
    messages: Messages & Pick<MessagesStore, 'report'>
    emergencyContacts: { store: Pick<EmergencyContactsStore, 'addLink'> }
    accountLinks: AccountLinks
  },
) {
  const notify = createAlarmNotifier(messages)
  const store = createAlarmsStore(database)
  const emails = createAlarmEmailsStore(database)
  const links = createAlarmLinksStore(database)
  registerAlarmsRoutes(
    api,
    createAlarmsService({ store, taps: createKeptTapsStore(database), links, placeNames, clock, newId, notify }),
    createOwnRidesService({ answers: createOwnRidesStore(database, hooks), clock }),
  )
  registerAlarmsJobs(jobs, {
    alarms: store,
    emails,
    messages,
    links,
    silence: createSilenceStore(database),
    pendingMovements: createPendingMovementsStore(database),
    clock,
    newId,
    notify,
    publicUrl: settings.PUBLIC_URL,
    accountLinks,
    placeNames,
    log,
  })
  registerPersonAlarms({
    store: createPersonAlarmsStore(database),
    emails,
    messages,
    clock,
    publicUrl: settings.PUBLIC_URL,
  })
  registerAlarmHopsJobs(jobs, {
    database,
    hops: createAlarmHopsStore(database),
    messages,
    phoneMessagesPerDay: settings.PHONE_MESSAGES_PER_DAY,
    links,
    contacts: emergencyContacts.store,
    clock,
    publicUrl: settings.PUBLIC_URL,
  })
  return {
    store,
    answers: statementAnswers,
    watch: createAlarmWatch(newId, notify),
    /** Records what a mail server reports about an e-mail; what became of the report. */
    async noteReport(mail: Readable): Promise<string> {
      return (await recordEmailReport({ messages, emails, clock }, await readMail(mail))).outcome
    },
  }
}

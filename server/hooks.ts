import { type Hooks, inOrder } from '#server/db/hooks.ts'
import { accountDeletionHooks } from '#server/features/account-deletion/account-deletion.hooks.ts'
import { alarmsHooks } from '#server/features/alarms/alarms.hooks.ts'
import { calendarHooks } from '#server/features/calendar/calendar.hooks.ts'
import { dataExportHooks } from '#server/features/data-export/data-export.hooks.ts'
import { devicesHooks } from '#server/features/devices/devices.hooks.ts'
import { emergencyContactsHooks } from '#server/features/emergency-contacts/emergency-contacts.hooks.ts'
import { passkeysHooks } from '#server/features/passkeys/passkeys.hooks.ts'
import { phonesHooks } from '#server/features/phones/phones.hooks.ts'
import { secondFactorHooks } from '#server/features/second-factor/second-factor.hooks.ts'
import { sharesHooks } from '#server/features/shares/shares.hooks.ts'

/** What follows the events of features, for the product and the commands. */
export const hooks: Hooks = inOrder([
  passkeysHooks,
  secondFactorHooks,
  accountDeletionHooks,
  sharesHooks,
  emergencyContactsHooks,
  alarmsHooks,
  phonesHooks,
  dataExportHooks,
  calendarHooks,
  // Last: a transaction that locks a device, and its offer with it, waits for no owner (`server/db/locks.ts`).
  devicesHooks,
])

export const licencesLimits = {
  startDays: 365,
  expiringDays: 30,
  /** A key has 80 random bits; this only stops a program from trying all day. */
  activationsPerHour: 20,
} as const

export const licencesServerLimits = {
  /** Owners are reminded this long before a licence ends. That it has ended, `tracking` says. */
  reminderDays: [30, 14, 7, 1],
  /** Reminders are sent at hours when nobody is woken by them, by German clocks: from the first to before the second. */
  remindersFromHour: 8,
  remindersUntilHour: 20,
} as const

export type ReminderDays = (typeof licencesServerLimits)['reminderDays'][number]

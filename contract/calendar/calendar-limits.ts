export const calendarLimits = { madePerHour: 10 } as const

export const calendarServerLimits = {
  /** Programs look a few times a day; those of many people may share a network. */
  readsPerMinute: 60,
  /** That it was read is written down at most this often. */
  noteReadMinutes: 60,
} as const

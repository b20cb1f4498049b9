export const pushLimits = { perUser: 10, subscriptionsPerHour: 30 } as const

export const pushLimits = { perUser: 10, subscriptionsPerHour: 30, sentTogether: 10 } as const

export const appLimits = { version: '1.0.0', timeZone: 'Europe/Berlin', routeHistoryLength: 10 } as const

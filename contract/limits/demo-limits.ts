/** Anybody can enter the demo account with one click: its sessions are short, and their number is limited. */
export const demoSessionsServerLimits = { hours: 24, most: 1_000 } as const

/**
 * While somebody looks at the demo, its online devices report again every `beatSeconds`; whether somebody does is asked
 * every `lookSeconds`. What was built `freshHours` ago is built again for them, dated from now.
 */
export const demoWorldServerLimits = { lookSeconds: 5, beatSeconds: 60, freshHours: 6 } as const

/**
 * What a program may do with a token: read the devices and their state; read where they are and were, also live; read their
 * alarms; note an alarm as seen. What an entry of the contract opens, it says itself (`tokenScope`).
 */
export const tokenScopes = ['DEVICES', 'POSITIONS', 'ALARMS', 'ANSWER_ALARMS'] as const
export type TokenScope = (typeof tokenScopes)[number]

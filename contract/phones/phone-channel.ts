/** How a phone is reached: by a text message, or by a call that speaks. */
export const phoneChannels = ['SMS', 'VOICE'] as const
export type PhoneChannel = (typeof phoneChannels)[number]

export const messagesLimits = { pageRows: 20 } as const

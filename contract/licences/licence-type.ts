import * as z from 'zod/mini'

export const licenceTypes = ['START', 'PREMIUM', 'ENTERPRISE', 'STANDARD'] as const
export const licenceType = z.enum(licenceTypes)
export type LicenceType = z.output<typeof licenceType>

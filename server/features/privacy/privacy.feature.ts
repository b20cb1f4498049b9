import type { Foundations } from '#server/foundations.ts'
import { registers } from '#server/registers.ts'
import { registerPrivacyRoutes } from './privacy.routes.ts'
import { storedData } from './stored-data.ts'

export function buildPrivacy({ api }: Pick<Foundations, 'api'>): void {
  registerPrivacyRoutes(api, storedData(registers))
}

import type { Foundations } from '#server/foundations.ts'
import { registerContactRoutes } from './contact.routes.ts'

export function buildContact({ settings, mailer, api }: Pick<Foundations, 'settings' | 'mailer' | 'api'>): void {
  registerContactRoutes(api, { mailer, supportMail: settings.SUPPORT_MAIL })
}

import { accessTokensProblems } from '#contract/access-tokens/access-tokens-problems.ts'
import { accountDeletionProblems } from '#contract/account-deletion/account-deletion-problems.ts'
import { accountProblems } from '#contract/account/account-problems.ts'
import { alarmsProblems } from '#contract/alarms/alarms-problems.ts'
import { authProblems } from '#contract/auth/auth-problems.ts'
import { consentsProblems } from '#contract/consents/consents-problems.ts'
import { dataExportProblems } from '#contract/data-export/data-export-problems.ts'
import { devicesProblems } from '#contract/devices/devices-problems.ts'
import { dossierProblems } from '#contract/dossier/dossier-problems.ts'
import { emergencyContactsProblems } from '#contract/emergency-contacts/emergency-contacts-problems.ts'
import { guardZonesProblems } from '#contract/guard-zones/guard-zones-problems.ts'
import { licencesProblems } from '#contract/licences/licences-problems.ts'
import { mqttProblems } from '#contract/mqtt/mqtt-problems.ts'
import { passkeysProblems } from '#contract/passkeys/passkeys-problems.ts'
import { peopleProblems } from '#contract/people/people-problems.ts'
import { phonesProblems } from '#contract/phones/phones-problems.ts'
import { poiExchangeProblems } from '#contract/poi-exchange/poi-exchange-problems.ts'
import { poiReportsProblems } from '#contract/poi-reports/poi-reports-problems.ts'
import { ownPlacesProblems } from '#contract/own-places/own-places-problems.ts'
import { privacyZonesProblems } from '#contract/privacy-zones/privacy-zones-problems.ts'
import { pushProblems } from '#contract/push/push-problems.ts'
import { ownToursProblems } from '#contract/own-tours/own-tours-problems.ts'
import { savedRoutesProblems } from '#contract/saved-routes/saved-routes-problems.ts'
import { secondFactorProblems } from '#contract/second-factor/second-factor-problems.ts'
import { settingsProblems } from '#contract/settings/settings-problems.ts'
import { sharesProblems } from '#contract/shares/shares-problems.ts'
import { trackingProblems } from '#contract/tracking/tracking-problems.ts'
import { webhooksProblems } from '#contract/webhooks/webhooks-problems.ts'
import { generalProblems } from './general-problems.ts'

/**
 * Every error of the product, once: its code on the wire, its HTTP status, and the German sentence for people, each in the
 * list of its feature. Sentences quoted in the specification's sections 5 and 8 appear there (or in a feature's `texts.ts`)
 * literally.
 */
export const problems = {
  ...generalProblems,
  ...accessTokensProblems,
  ...accountProblems,
  ...accountDeletionProblems,
  ...alarmsProblems,
  ...authProblems,
  ...consentsProblems,
  ...dataExportProblems,
  ...devicesProblems,
  ...dossierProblems,
  ...emergencyContactsProblems,
  ...guardZonesProblems,
  ...licencesProblems,
  ...mqttProblems,
  ...passkeysProblems,
  ...peopleProblems,
  ...phonesProblems,
  ...poiExchangeProblems,
  ...poiReportsProblems,
  ...privacyZonesProblems,
  ...ownPlacesProblems,
  ...pushProblems,
  ...savedRoutesProblems,
  ...ownToursProblems,
  ...secondFactorProblems,
  ...settingsProblems,
  ...sharesProblems,
  ...trackingProblems,
  ...webhooksProblems,
} as const satisfies Record<string, { status: number; message: string }>

export type ProblemCode = keyof typeof problems

export function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(problems, code)
}

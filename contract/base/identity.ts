import * as z from 'zod/mini'

/**
 * Ids are random strings. Each kind has its name in the schema's metadata, so that the OpenAPI document names it, and the
 * access test can put in another user's id without knowing the endpoint.
 */
function id(name: string) {
  return z.string('Bitte geben Sie eine Kennung an.').check(z.minLength(1), z.maxLength(64), z.meta({ id: name }))
}

export const userId = id('UserId')
export const sessionId = id('SessionId')
export const deviceId = id('DeviceId')
export const licenceId = id('LicenceId')
export const poiId = id('PoiId')
export const uploadId = id('UploadId')
export const alarmId = id('AlarmId')
export const emergencyContactId = id('EmergencyContactId')
export const personId = id('PersonId')
export const dossierLinkId = id('DossierLinkId')
export const guardZoneId = id('GuardZoneId')
export const privacyZoneId = id('PrivacyZoneId')
export const ownPlaceId = id('OwnPlaceId')
export const savedRouteId = id('SavedRouteId')
export const ownTourId = id('OwnTourId')
export const shareId = id('ShareId')
export const pushSubscriptionId = id('PushSubscriptionId')
export const passkeyId = id('PasskeyId')
export const accessTokenId = id('AccessTokenId')
export const webhookId = id('WebhookId')

export const imei = z
  .string('Bitte geben Sie eine gültige 15-stellige IMEI-Nummer ein')
  .check(z.regex(/^\d{15}$/, 'IMEI muss genau 15 Ziffern enthalten'), z.meta({ id: 'Imei' }))

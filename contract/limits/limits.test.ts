import { expect, test } from 'vitest'
import { accountLimits } from '#contract/account/account-limits.ts'
import { appLimits } from './app-limits.ts'
import { devicesLimits } from '#contract/devices/devices-limits.ts'
import { httpLimits } from './http-limits.ts'
import { licencesLimits } from '#contract/licences/licences-limits.ts'
import { mapLimits } from './map-limits.ts'
import { trackingLimits } from '#contract/tracking/tracking-limits.ts'

test('the constants that the specification names (section 9) are these', () => {
  expect(appLimits).toMatchObject({ version: '1.0.0', timeZone: 'Europe/Berlin', routeHistoryLength: 10 })
  expect(httpLimits).toMatchObject({ requestTimeoutMs: 10_000, retries: 3, chunkLoadTimeoutMs: 120_000 })
  expect(accountLimits).toMatchObject({
    passwordMinLength: 6,
    passwordMaxLength: 255,
    imeiAttemptsPerHour: 5,
    resendCooldownSeconds: 60,
    resendMessageSeconds: 5,
    redirectAfterRegisterSeconds: 3,
    redirectAfterEmailSeconds: 3,
    redirectAfterImeiSeconds: 5,
    closeAfterChangeSeconds: 2,
  })
  expect(devicesLimits).toMatchObject({
    maxPerUser: 5,
    imeiDigits: 15,
    nameLength: 100,
    vehicleLength: 100,
    plateLength: 20,
    notesLength: 1000,
    addedPerHour: 5,
    closeAfterAddingSeconds: 1.5,
  })
  expect(licencesLimits.expiringDays).toBe(30)
  expect(trackingLimits).toMatchObject({ retentionDays: 14, defaultRangeHours: 24, startZoom: 13, lineWidth: 3 })
  expect(mapLimits).toMatchObject({
    startZoom: 13,
    allPoisZoom: 10,
    ownPositionZoom: 12,
    maxZoom: 19,
    singleMarkersFromZoom: 14,
    clusterRadiusFar: { belowZoom: 10, px: 100 },
    clusterRadiusMiddle: { belowZoom: 12, px: 60 },
    clusterRadiusNear: { px: 40 },
    clusterZoomStep: 2,
    clusterMaxZoom: 18,
    refreshSeconds: 60,
  })
})

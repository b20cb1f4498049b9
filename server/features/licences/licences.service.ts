import type { Licence } from '#contract/licences/licences.ts'
import { type LicencesOverview, licencesOverview, licenceStatus } from '#domain/licences/licences.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { LicenceRefusal, LicencesStore } from './licences.store.ts'
import { Problem } from '#server/http/problem.ts'

export type LicencesService = ReturnType<typeof createLicencesService>

export function createLicencesService({ store, clock }: { store: LicencesStore; clock: Clock }) {
  const assign = async (userId: string, licenceId: string, deviceId: string, fromDeviceId: string | null) =>
    settled(await store.assign({ userId, licenceId, deviceId, fromDeviceId, now: clock.now() }))

  return {
    list: (userId: string): Promise<Licence[]> => store.list(userId),

    async available(userId: string): Promise<Licence[]> {
      const now = clock.now()
      return (await store.list(userId)).filter(
        ({ expiresAt, deviceCount, seats }) =>
          expiresAt !== null && licenceStatus(new Date(expiresAt), now) !== 'expired' && deviceCount < seats,
      )
    },

    async overview(userId: string): Promise<LicencesOverview> {
      return licencesOverview(await store.list(userId), clock.now())
    },

    async activate(userId: string, key: string, deviceId: string | undefined): Promise<Licence> {
      return settled(await store.activate({ userId, key, deviceId: deviceId ?? null, now: clock.now() }))
    },

    assign: (userId: string, licenceId: string, deviceId: string) => assign(userId, licenceId, deviceId, null),

    transfer: (userId: string, licenceId: string, fromDeviceId: string, toDeviceId: string) =>
      assign(userId, licenceId, toDeviceId, fromDeviceId),

    release: async (userId: string, licenceId: string) =>
      settled(await store.release({ userId, licenceId, now: clock.now() })),
  }
}

/** @throws {Problem} with the reason, if the store refused. */
function settled(result: { licence: Licence } | { refused: LicenceRefusal }): Licence {
  if ('refused' in result) throw new Problem(result.refused)
  return result.licence
}

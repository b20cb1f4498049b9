import { type WorldPart, minutes, first, now, days } from '#server/db/testing/writer.ts'
import { statementAnswers } from '#server/features/alarms/answers/statements.ts'
import { createDossierDetailsStore } from '#server/features/dossier/dossier-details.store.ts'
import { createDossierLinksStore } from '#server/features/dossier/links/dossier-links.store.ts'
import { createDossierStore } from '#server/features/dossier/dossier.store.ts'
import { noQueue } from '#server/jobs/testing/no-queue.ts'
import { hashOf } from '#server/platform/secrets.ts'

export const dossierWriters: WorldPart = {
  async put(database) {
    // It is back: of a vehicle that is missed, the device cannot be handed over.
    const changes = [
      { state: 'STOLEN', since: minutes(-60), set_at: minutes(-50) },
      { state: 'RECOVERED', since: minutes(-10), set_at: minutes(-10) },
    ] as const
    await database
      .insertInto('dossier_changes')
      .values(changes.map((change) => ({ device_id: first, ...change })))
      .execute()
    await database
      .insertInto('dossier_undone')
      .values({ device_id: first, set_at: minutes(-55), undone_at: minutes(-55) })
      .execute()
    for (const id of ['link-1', 'link-2']) {
      await createDossierLinksStore(database, noQueue).add({ ...dossierLink, id, expiresAt: minutes(60) }, hashOf(id))
    }
  },

  ownersChanges: [
    {
      name: 'the details of a dossier',
      isOwners: true,
      write: (on) => createDossierDetailsStore(on).save(first, dossierDetails, now),
    },
  ],

  writers: [
    {
      name: 'a change of a dossier’s state',
      isOwners: true,
      write: (on) =>
        createDossierStore(on, statementAnswers, noQueue).change(first, now, () => ({
          state: 'PARKED',
          since: now,
          setAt: now,
        })),
    },
    {
      name: 'a theft that stands',
      isPartial: true,
      isOwners: true,
      async write(on) {
        const store = createDossierStore(on, statementAnswers, noQueue)
        const undoUntil = minutes(1)
        await store.change(first, now, () => ({ state: 'STOLEN', since: now, setAt: now, undoUntil }))
        await store.stand(first, now, undoUntil)
      },
    },
    {
      name: 'a theft that was taken back',
      isPartial: true,
      isOwners: true,
      async write(on) {
        const store = createDossierStore(on, statementAnswers, noQueue)
        const [setAt, undoUntil] = [minutes(-2), minutes(3)]
        await store.change(first, now, () => ({ state: 'STOLEN', since: now, setAt, undoUntil }))
        await store.undo(first, setAt, now)
      },
    },
    {
      name: 'a theft’s beginning corrected',
      isPartial: true,
      isOwners: true,
      async write(on) {
        const store = createDossierStore(on, statementAnswers, noQueue)
        await store.change(first, now, () => ({ state: 'STOLEN', since: now, setAt: minutes(6) }))
        await store.correctBeginning(first, { since: minutes(-1), shownFrom: minutes(-2) }, () => undefined)
      },
    },
    {
      name: 'a dossier’s removal',
      isOwners: true,
      write: (on) => createDossierStore(on, statementAnswers, noQueue).remove(first),
    },
    {
      name: 'a dossier’s link',
      isOwners: true,
      write: (on, id) => createDossierLinksStore(on, noQueue).add({ ...dossierLink, id }, hashOf(id)),
    },
    {
      name: 'consent to a dossier’s links withdrawn',
      isOwners: true,
      write: (on) => createDossierLinksStore(on, noQueue).withdraw(first, now),
    },
    {
      name: 'a dossier’s link revoked',
      isOwners: true,
      write: (on) => createDossierLinksStore(on, noQueue).revoke(first, 'link-1', now),
    },
    {
      name: 'a dossier’s link opened',
      write: (on) => createDossierLinksStore(on, noQueue).noteOpening({ id: 'link-1', deviceId: first }, now),
    },
  ],
}

const dossierLink = {
  id: 'link-new',
  deviceId: first,
  createdAt: now,
  expiresAt: days(2),
  revokedAt: null,
  lastOpenedAt: null,
  opened: 0,
}

const dossierDetails = {
  brand: 'KTM',
  model: null,
  colour: 'orange',
  plate: null,
  frameNumber: null,
  lastSeenPlace: null,
  lastSeenAt: null,
  caseReference: null,
  policeStation: null,
  ownerName: null,
  ownerPhone: null,
  ownershipProof: null,
  withPicture: false,
}

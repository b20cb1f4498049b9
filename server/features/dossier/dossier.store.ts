import { dossierLimits } from '#contract/dossier/dossier-limits.ts'
import { dayMs } from '#contract/base/time-units.ts'
import {
  endsLinks,
  isAway,
  standsFrom,
  type StateChange,
  stateOf,
  type UndoneTheft,
  undoEnd,
} from '#domain/dossier/dossier.ts'
import type { Database, Queries } from '#server/db/connection/database.ts'
import { inTransaction, type Writing } from '#server/db/transactions/locks.ts'
import { statementsOf } from '#server/db/shared/missed.ts'
import { isThere } from '#server/db/shared/owned-device.ts'
import type { StatementAnswers } from '#server/features/alarms/answers/statements.ts'
import type { Queue } from '#server/jobs/jobs.ts'
import { theftStands } from './theft-stands.ts'

export type DossierStore = ReturnType<typeof createDossierStore>

/** A statement that was to be taken back: it is gone, its owner had taken it back before, or it stands. */
export type Undoing = 'UNDONE' | 'STANDS'

/**
 * What the owner states about a vehicle, and what follows from it.
 * @param answers what a statement means for the alarm, in the transaction from which on it stands.
 */
export function createDossierStore(database: Database, answers: StatementAnswers, queue: Queue) {
  /** Holds all that a statement changes; `work` gets the statements so far. Null if the device is gone. */
  const whileStating = <T>(
    deviceId: string,
    work: (transaction: Writing, changes: readonly StateChange[]) => Promise<T>,
  ): Promise<T | null> =>
    inTransaction(database, { trackers: { ofDevices: [deviceId] }, devices: [deviceId] }, async (transaction) =>
      (await isThere(transaction, deviceId)) ? work(transaction, await statementsOf(transaction, deviceId)) : null,
    )

  /** What follows from the last statement, apart from what the screens show. */
  const letStand = async (
    transaction: Writing,
    deviceId: string,
    changes: readonly StateChange[],
    now: Date,
  ): Promise<void> => {
    const last = changes.at(-1)
    if (last === undefined) return
    const from = stateOf(changes.slice(0, -1))
    const at = standsFrom(last, now)
    await answers.answer(transaction, { deviceId, from, to: last.state, at }, now)
    await transaction
      .updateTable('dossier_changes')
      .set({ undo_until: null, stands_from: at })
      .where('device_id', '=', deviceId)
      .where('undo_until', 'is not', null)
      .execute()
    if (!endsLinks(from, last.state)) return
    await transaction
      .updateTable('dossier_links')
      .set({ revoked_at: now })
      .where('device_id', '=', deviceId)
      // Those that were made since are of this theft.
      .where('created_at', '<=', last.undoUntil === undefined ? now : last.setAt)
      .where('revoked_at', 'is', null)
      .execute()
  }

  /** Has everything follow from a statement that was not taken back. */
  const stand = async (deviceId: string, at: Date, now: Date): Promise<void> => {
    await whileStating(deviceId, async (transaction, changes) => {
      const last = changes.at(-1)
      if (last?.undoUntil === undefined || last.setAt.getTime() !== at.getTime()) return
      await letStand(transaction, deviceId, changes, now)
    })
  }

  return {
    /** All states that the owner set, oldest first. */
    changes: (deviceId: string): Promise<StateChange[]> => statementsOf(database, deviceId),

    /**
     * Adds what `choose` returns for the changes so far and what of them was taken back, one call at a time for each device. What follows from it waits for as
     * long as it can be taken back. Null changes nothing, and if `choose` throws, everything stays as it was. False if the
     * device is gone.
     */
    async change(
      deviceId: string,
      now: Date,
      choose: (changes: readonly StateChange[], undone: readonly UndoneTheft[]) => StateChange | null,
    ): Promise<boolean> {
      const isDone = await whileStating(deviceId, async (transaction, changes) => {
        const change = choose(changes, await undoneOf(transaction, deviceId))
        if (change === null) return true
        // A next statement does not take it back.
        if (changes.at(-1)?.undoUntil !== undefined) await letStand(transaction, deviceId, changes, now)
        const { state, since, setAt, shownFrom = null, undoUntil = null } = change
        const row = { device_id: deviceId, state, since, set_at: setAt, shown_from: shownFrom, undo_until: undoUntil }
        await transaction.insertInto('dossier_changes').values(row).execute()
        if (undoUntil === null) await letStand(transaction, deviceId, [...changes, change], now)
        else {
          const afterMs = undoUntil.getTime() - now.getTime()
          await queue.enqueue(transaction, theftStands, { deviceId, at: setAt.toISOString() }, afterMs)
        }
        return true
      })
      return isDone ?? false
    },

    stand,

    /** The same of all that nobody can take back any more, by their rows: work that was queued for one may be lost. */
    async standAll(now: Date): Promise<void> {
      const due = await database
        .selectFrom('dossier_changes')
        .select(['device_id', 'set_at'])
        .where('undo_until', '<=', now)
        .execute()
      for (const { device_id: deviceId, set_at: at } of due) await stand(deviceId, at, now)
    },

    /**
     * Takes the statement of a time back, as if nothing had been stated, and ends links that were made of it. One that is not
     * there was taken back before, or is still to arrive: neither counts any more. Null if the device is gone.
     */
    undo(deviceId: string, at: Date, now: Date): Promise<Undoing | null> {
      return whileStating(deviceId, async (transaction, changes) => {
        const stated = changes.find(({ setAt, state }) => state === 'STOLEN' && setAt.getTime() === at.getTime())
        if (stated === undefined) {
          await noteUndone(transaction, deviceId, at, now)
          return 'UNDONE'
        }
        if (stated.undoUntil === undefined || stated.undoUntil <= now) return 'STANDS'
        await transaction
          .deleteFrom('dossier_changes')
          .where('device_id', '=', deviceId)
          .where('set_at', '=', at)
          .execute()
        await noteUndone(transaction, deviceId, at, now)
        if (isAway(stateOf(changes.slice(0, -1)))) return 'UNDONE'
        await transaction
          .updateTable('dossier_links')
          .set({ revoked_at: now })
          .where('device_id', '=', deviceId)
          .where('created_at', '>=', at)
          .where('revoked_at', 'is', null)
          .execute()
        return 'UNDONE'
      })
    },

    /**
     * Says since when the vehicle is missed, and from when on positions are shown, of the statement that began it. `choose` gets
     * those before it. False if it is not missed, or gone.
     */
    async correctBeginning(
      deviceId: string,
      beginning: { since: Date; shownFrom: Date },
      check: (before: readonly StateChange[]) => void,
    ): Promise<boolean> {
      const isDone = await whileStating(deviceId, async (transaction, changes) => {
        const first = changes.findLastIndex(({ state }) => !isAway(state)) + 1
        const away = changes.slice(first)
        if (away.length === 0) return false
        check(changes.slice(0, first))
        for (const [index, { setAt, since }] of away.entries()) {
          if (index > 0 && since >= beginning.since) continue
          await transaction
            .updateTable('dossier_changes')
            .set({ since: beginning.since, ...(index === 0 && { shown_from: beginning.shownFrom }) })
            .where('device_id', '=', deviceId)
            .where('set_at', '=', setAt)
            .execute()
        }
        return true
      })
      return isDone ?? false
    },

    /** Deletes a device's whole dossier: details, states and links. */
    async remove(deviceId: string): Promise<void> {
      await inTransaction(database, { devices: [deviceId] }, async (transaction) => {
        await transaction.deleteFrom('dossier_links').where('device_id', '=', deviceId).execute()
        await transaction.deleteFrom('dossier_changes').where('device_id', '=', deviceId).execute()
        await transaction.deleteFrom('dossier_undone').where('device_id', '=', deviceId).execute()
        await transaction.deleteFrom('dossiers').where('device_id', '=', deviceId).execute()
      })
    },
  }
}

async function undoneOf(queries: Queries, deviceId: string): Promise<UndoneTheft[]> {
  const rows = await queries
    .selectFrom('dossier_undone')
    .select(['set_at as setAt', 'undone_at as undoneAt'])
    .where('device_id', '=', deviceId)
    .execute()
  return rows
}

/** Remembers what was taken back, for its tap may arrive again. */
async function noteUndone(writing: Writing, deviceId: string, at: Date, now: Date): Promise<void> {
  if (at > now || at.getTime() < now.getTime() - dossierLimits.undoneDays * dayMs) return
  await writing
    .insertInto('dossier_undone')
    .values({ device_id: deviceId, set_at: at, undone_at: undoEnd('STOLEN', at, now) === null ? at : now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

import type { QueryKey } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { devices } from '#contract/devices/devices.ts'
import type { Endpoint, Reply } from '#contract/base/endpoint.ts'
import { history, position, range } from '#contract/history/history.ts'
import { deviceId } from '#contract/base/identity.ts'
import { offlineLimits } from '#contract/limits/offline-limits.ts'
import { instant } from '#contract/base/place.ts'
import { routeCheck } from '#contract/route-check/route-check.ts'
import { dayMs } from '#contract/base/time-units.ts'
import { tracking } from '#contract/tracking/tracking.ts'
import { vehicles } from '#contract/vehicles/vehicles.ts'
import { currentWarning, dataStatuses, weather } from '#contract/weather.ts'
import {
  devicesAsKnown,
  positionAsKnown,
  positionsAsKnown,
  vehiclesAsKnown,
  withoutCameras,
} from '#domain/offline/as-known.ts'
import { clock } from '#web/browser/clock.ts'
import { drop, dropAll, dropAnswered, hashOf, type Kept, keep, recall, recallAll } from './offline-store.ts'

/** An answer that is kept for when there is no connection. */
interface KeptAnswer {
  /** The first part of its query's key. */
  path: string
  /** What is kept of it; null: this is not what is kept under this path, or no longer in this form. */
  toKeep(answer: unknown): unknown
  /** What may be said of it later. */
  asKnown(kept: unknown, now: Date): unknown
  /** Only the newest under this path is kept. */
  onlyLast?: true
  /** What of a query's key says that it is the same question; absent: all of it. Null: this question's answer is not kept. */
  questionOf?(key: QueryKey): unknown
}

/** A day of a device's history, whenever it is asked for. Other ranges are not kept. */
const dayOfDevice = z.object({ deviceId, day: z.string() })

/** As the rides have it. */
const foundHistory = z.object({ answered: range, positions: z.array(position), truncated: z.boolean() })

/** The only answers that are kept, as the privacy page says. POIs and tiles are not among them, and so no cameras. */
const keptAnswers: readonly KeptAnswer[] = [
  keptAnswer(devices.list, { asKnown: devicesAsKnown }),
  keptAnswer(devices.statusOverview),
  keptAnswer(vehicles.states, { asKnown: vehiclesAsKnown }),
  keptAnswer(tracking.settings),
  keptAnswer(history.latest, {
    asKnown({ position, placeName }, now) {
      const known = positionAsKnown(position, now)
      return { position: known, placeName: known === null ? null : placeName }
    },
  }),
  keptAnswer(history.days),
  {
    ...keptShape(history.show.path, foundHistory, {
      toKeep: (found) => (found.positions.length <= offlineLimits.mostPositions ? found : null),
      asKnown: (found, now) => ({ ...found, positions: positionsAsKnown(found.positions, now) }),
    }),
    onlyLast: true,
    questionOf: ([, search]) => dayOfDevice.safeParse(search).data ?? null,
  },
  { ...keptAnswer(routeCheck.check, { toKeep: withoutCameras }), onlyLast: true },
  keptShape(
    weather.currentWarnings.path,
    z.object({ warnings: z.array(currentWarning), status: z.enum(dataStatuses), asOf: z.nullable(instant) }),
  ),
]

/** Of the calls whose answers are kept. */
export const keptPaths = (): string[] => keptAnswers.map(({ path }) => path)

/** When something was asked and answered, by the browser's clock (milliseconds since 1970). */
interface Times {
  askedAt: number
  answeredAt: number
}

/** Until when what was asked is forgotten, by how its names begin. */
const forgotten = new Map<string, number>()

/** Keeps an answer, if it is one of those: not one that was asked before it was forgotten. */
export function keepAnswer(token: string, key: QueryKey, answer: unknown, times: Times): Promise<void> {
  return inTurn(async () => {
    const { askedAt, answeredAt } = times
    const rule = ruleOf(key)
    const name = rule === undefined ? null : await nameOf(key, rule)
    const value = rule?.toKeep(answer) ?? null
    if (rule === undefined || name === null || value === null) return
    if (rule.path === devices.list.path && (await hasLost(token, name, value))) await forget(everyAnswer, askedAt)
    if (isForgotten(name, askedAt)) return
    if (rule.onlyLast) await dropAll(beginningOf(rule.path))
    await keep(token, name, value, answeredAt)
  })
}

/** Forgets what was said of positions until now, also what is only about to be kept. */
export function forgetPositions(until: number): Promise<void> {
  const beginnings = [history.show, history.latest, history.days, vehicles.states].map(({ path }) => beginningOf(path))
  // At once: an older answer may wait for its turn.
  for (const beginning of beginnings) noteForgotten(beginning, until)
  return inTurn(async () => {
    for (const beginning of beginnings) await forget(beginning, until)
  })
}

/** Removes what may not be shown any more. */
export function removeOld(token: string): Promise<void> {
  return inTurn(async () => {
    for (const kept of await recallAll(token, everyAnswer)) {
      const rule = keptAnswers.find(({ path }) => kept.name.startsWith(beginningOf(path)))
      const known = rule === undefined ? null : knownOf(rule, kept)
      if (known === null) await drop(kept.name)
      else if (JSON.stringify(known) !== JSON.stringify(kept.value)) await keep(token, kept.name, known, kept.at)
    }
  })
}

/** What was answered to this query, as far as it may still be shown; null if nothing is known. */
export async function recallAnswer(token: string, key: QueryKey): Promise<Pick<Kept, 'at' | 'value'> | null> {
  const rule = ruleOf(key)
  const name = rule === undefined ? null : await nameOf(key, rule)
  if (rule === undefined || name === null) return null
  const kept = await recall(token, name)
  const value = kept === null ? null : knownOf(rule, kept)
  return kept === null || value === null ? null : { at: kept.at, value }
}

/** Null if it is too old, or not in this form any more. */
function knownOf(rule: KeptAnswer, kept: Pick<Kept, 'at' | 'value'>): unknown {
  const value = rule.toKeep(kept.value)
  if (value === null || clock.browserNow() - kept.at > offlineLimits.keptDays * dayMs) return null
  return rule.asKnown(value, clock.now())
}

/** Whether a device is not in the list any more: it was removed, or has its next owner. */
async function hasLost(token: string, name: string, list: unknown): Promise<boolean> {
  const before = z.safeParse(devices.list.reply, (await recall(token, name))?.value)
  const present = z.safeParse(devices.list.reply, list)
  if (!before.success || !present.success) return false
  const ids = new Set(present.data.map(({ id }) => id))
  return before.data.some(({ id }) => !ids.has(id))
}

async function forget(beginning: string, until: number): Promise<void> {
  noteForgotten(beginning, until)
  await dropAnswered(beginning, until)
}

function noteForgotten(beginning: string, until: number): void {
  forgotten.set(beginning, Math.max(until, forgotten.get(beginning) ?? 0))
}

function isForgotten(name: string, askedAt: number): boolean {
  return [...forgotten].some(([beginning, until]) => name.startsWith(beginning) && askedAt < until)
}

let turn = Promise.resolve()

/** One after the other, so that of two answers the last stays, and nothing is kept while it is being forgotten. */
function inTurn(work: () => Promise<void>): Promise<void> {
  turn = turn.then(work, work)
  return turn
}

function keptAnswer<const E extends Endpoint>(
  endpoint: E,
  rules: { toKeep?(reply: Reply<E>): Reply<E>; asKnown?(reply: Reply<E>, now: Date): Reply<E> } = {},
): KeptAnswer {
  return keptShape<E['reply']>(endpoint.path, endpoint.reply, rules)
}

function keptShape<S extends z.ZodMiniType>(
  path: string,
  shape: S,
  {
    toKeep = (value) => value,
    asKnown = (value) => value,
  }: { toKeep?(value: z.output<S>): z.output<S> | null; asKnown?(value: z.output<S>, now: Date): z.output<S> } = {},
): KeptAnswer {
  const read = (value: unknown) => {
    const { success, data } = z.safeParse<S>(shape, value)
    return success ? data : null
  }
  return {
    path,
    toKeep(answer) {
      const value = read(answer)
      return value === null ? null : toKeep(value)
    },
    asKnown(kept, now) {
      const value = read(kept)
      return value === null ? null : asKnown(value, now)
    },
  }
}

function ruleOf([path]: QueryKey): KeptAnswer | undefined {
  return keptAnswers.find((rule) => rule.path === path)
}

/** An answer is kept under its input, which may be a whole route. Null: it is not kept. */
async function nameOf(key: QueryKey, { path, questionOf = (whole) => whole }: KeptAnswer): Promise<string | null> {
  const question = questionOf(key)
  return question === null ? null : `${beginningOf(path)}${await hashOf(JSON.stringify(question))}`
}

const everyAnswer = 'answer.'
const beginningOf = (path: string) => `${everyAnswer}${path} `

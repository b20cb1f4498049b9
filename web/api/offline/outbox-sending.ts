import * as z from 'zod/mini'
import { alarms } from '#contract/alarms/alarms.ts'
import { consents } from '#contract/consents/consents.ts'
import { devices } from '#contract/devices/devices.ts'
import { dossiers } from '#contract/dossier/dossier.ts'
import { poiReports } from '#contract/poi-reports/poi-reports.ts'
import { pois } from '#contract/pois/pois.ts'
import { settings } from '#contract/settings/settings.ts'
import { vehicles } from '#contract/vehicles/vehicles.ts'
import { isSame, merged } from '#domain/offline/merge.ts'
import { invalidate } from '#web/api/queries/renewal.ts'
import { call } from '#web/api/calls/call.ts'
import { isCallProblem } from '#web/api/calls/call-problem.ts'
import { devicesAndLicences } from '#web/api/queries/devices-and-licences.ts'
import { drop, keep, recallAll } from './offline-store.ts'
import { depths, outcomeOf } from './outbox-rules.ts'
import {
  deviceFields,
  storedEntry,
  settingsDraft,
  type Outcome,
  type OutboxEntry,
  type OutboxChange,
} from './outbox-change.ts'

/** The beginning of the names that changes are kept under. */
const beginning = 'outbox.'

export const keptChanges = {
  async list(token: string): Promise<OutboxEntry[]> {
    const found = await recallAll(token, beginning)
    return found.map(({ name, at, value }) => ({ name: name.slice(beginning.length), at, ...readKept(value) }))
  },
  put: (token: string, { name, at, change, stuck }: OutboxEntry) =>
    keep(token, `${beginning}${name}`, { change, stuck } satisfies z.output<typeof storedEntry>, at),
  drop: (name: string) => drop(`${beginning}${name}`),
}

/** A change as any version of the app has kept it. */
export function readKept(value: unknown): z.output<typeof storedEntry> {
  const { success, data } = z.safeParse(storedEntry, value)
  return success ? data : { change: { kind: 'unreadable', value }, stuck: { why: 'unreadable' } }
}

/**
 * Sends a change: what it changed is put on what the server has by now.
 * @param as whose change it is. Somebody else may sign in before its last call.
 */
export async function sendChange(change: OutboxChange, as: CallAs): Promise<Outcome> {
  try {
    switch (change.kind) {
      case 'device':
        return await sendDevice(change, as)
      case 'settings':
        return await sendSettings(change, as)
      case 'report':
        return await sendReport(change, as)
      case 'vote':
        return await sendVote(change, as)
      case 'ride':
        return await sendRide(change, as)
      case 'theft':
        return await sendTheft(change, as)
      case 'unreadable':
        return { kind: 'stuck', stuck: { why: 'unreadable' } }
    }
  } catch (problem) {
    if (!isCallProblem(problem)) throw problem
    return outcomeOf(problem, change)
  }
}

/** Whose session calls are made in. */
interface CallAs {
  token: string
}

type ChangeOf<Kind extends OutboxChange['kind']> = Extract<OutboxChange, { kind: Kind }>

async function sendDevice({ id, base, mine }: ChangeOf<'device'>, as: CallAs): Promise<Outcome> {
  const params = { id }
  const theirs = deviceFields.parse((await call(devices.show, { params }, as)).device)
  const result = merged({ theirs, base, mine }, depths.device)
  if (result === null) return { kind: 'stuck', stuck: { why: 'changed', theirs } }
  const whole = deviceFields.parse(result.value)
  const changed = z.partial(deviceFields).parse(differing(whole, theirs))
  const { deviceName, usageType } = whole
  if (!isSame(whole, theirs)) await call(devices.change, { params, body: { ...changed, deviceName, usageType } }, as)
  await invalidate(devicesAndLicences)
  return { kind: 'sent' }
}

/** The fields that have another value. */
function differing(values: object, from: object): Record<string, unknown> {
  const before = new Map<string, unknown>(Object.entries(from))
  return Object.fromEntries(Object.entries(values).filter(([field, value]) => !isSame(value, before.get(field))))
}

async function sendSettings({ of, id, base, mine }: ChangeOf<'settings'>, as: CallAs): Promise<Outcome> {
  const source = of === 'account' ? ofAccount(id, as) : ofDevice(id, as)
  const { version, ...theirs } = await source.load()
  const result = merged({ theirs, base, mine }, depths.settings)
  if (result === null) return { kind: 'stuck', stuck: { why: 'changed', theirs } }
  await source.save(settingsDraft.parse(result.value), theirs, version)
  await invalidate([settings.show, settings.deviceConfig])
  return { kind: 'sent' }
}

type Draft = z.output<typeof settingsDraft>

/** Where settings are, by their calls. `save` sends only what differs. */
interface SettingsCalls {
  load(): Promise<Draft & { version: number }>
  save(draft: Draft, stored: Draft, version: number): Promise<void>
}

function ofAccount(userId: string, as: CallAs): SettingsCalls {
  const params = { id: userId }
  return {
    async load() {
      const { settings: stored, version } = await call(settings.show, { params }, as)
      return { settings: stored, led: null, version }
    },
    async save(draft, stored, version) {
      if (isSame(draft, stored)) return
      await call(settings.change, { params, body: { settings: draft.settings, version } }, as)
    },
  }
}

function ofDevice(imei: string, as: CallAs): SettingsCalls {
  const query = { imei }
  return {
    async load() {
      const { settings: stored, led, version } = await call(settings.deviceConfig, { query }, as)
      return { settings: stored, led, version }
    },
    async save(draft, stored, version) {
      let present = version
      if (!isSame(draft.settings, stored.settings)) {
        const body = { settings: draft.settings, version: present }
        present = (await call(settings.changeDeviceConfig, { query, body }, as)).version
      }
      if (draft.led !== null && !isSame(draft.led, stored.led)) {
        await call(settings.changeLedConfig, { query, body: { led: draft.led, version: present } }, as)
      }
    },
  }
}

async function sendReport({ report }: ChangeOf<'report'>, as: CallAs): Promise<Outcome> {
  await call(poiReports.report, { body: report }, as)
  await invalidate([pois.show, pois.list, pois.overview, consents.list])
  return { kind: 'sent' }
}

/** Sent twice it is the same word of the same person at the same time. */
async function sendVote({ id, confirms, seenAt, nearness }: ChangeOf<'vote'>, as: CallAs): Promise<Outcome> {
  const input = { params: { id }, query: { seenAt, nearness } }
  await (confirms ? call(poiReports.confirm, input, as) : call(poiReports.deny, input, as))
  await invalidate([pois.show, pois.list, pois.overview])
  return { kind: 'sent' }
}

/** Counts from its tap, also where it is sent twice. */
async function sendRide({ id, at }: ChangeOf<'ride'>, as: CallAs): Promise<Outcome> {
  return saying(() => call(alarms.pause, { params: { deviceId: id }, body: { pause: 'RIDE', at } }, as))
}

async function sendTheft({ id, at, since }: ChangeOf<'theft'>, as: CallAs): Promise<Outcome> {
  return saying(() => call(dossiers.setState, { params: { deviceId: id }, body: { state: 'STOLEN', at, since } }, as))
}

/**
 * Takes back a theft whose tap waits no longer. Where that is over, or the server is not reached, the vehicle's screens say what
 * holds.
 */
export async function takeBack({ id, at }: ChangeOf<'theft'>, as: CallAs): Promise<void> {
  try {
    await saying(() => call(dossiers.undo, { params: { deviceId: id }, body: { at } }, as))
  } catch (problem) {
    if (!isCallProblem(problem)) throw problem
  }
}

/** Who is refused, too, sees how the vehicle is by now. */
async function saying(send: () => Promise<unknown>): Promise<Outcome> {
  try {
    await send()
  } finally {
    void invalidate([alarms.list, vehicles.states, dossiers.show])
  }
  return { kind: 'sent' }
}

import { germanTime } from '#domain/time/fix-time.ts'
import type { LossReason } from '#contract/reception.ts'
import { parseWords } from '#server/commands/arguments.ts'
import { type Command, CommandProblem } from '#server/commands/command.ts'
import { type DeviceForSupport, deviceForSupport } from '#server/features/devices/device-support.store.ts'

export const devicesShow: Command = {
  usage: 'IMEI',
  summary: 'Zeigt für den Support, ob ein Gerät sich meldet und was daraus wird; nie, wo es ist oder wem es gehört.',
  async run({ database, clock, say }, args) {
    const [imei, ...rest] = parseWords(args, {}).positionals
    if (imei === undefined || rest.length > 0) throw new CommandProblem('Bitte genau eine IMEI nennen.')
    const device = await deviceForSupport(database, imei, clock.now())
    if (device === null) {
      throw new CommandProblem(
        'Diese IMEI ist nicht in der Liste verkaufter Geräte. „devices import“ nimmt Geräte auf.',
      )
    }
    for (const line of linesOf(device)) say(line)
    return { device }
  },
}

function linesOf(device: DeviceForSupport): string[] {
  return [
    `${device.model}, aufgenommen ${germanTime(device.importedAt)}`,
    device.isRegistered ? `Registriert: ja, seit ${moment(device.registeredAt)}` : 'Registriert: nein',
    `Schlüssel: ${device.hasSecret ? 'ja, er muss mit jeder Meldung kommen' : 'keiner'}`,
    ...(device.needsClaimCode ? ['Aktivierungscode: noch nicht benutzt'] : []),
    `Letztes Lebenszeichen: ${moment(device.lastActiveAt)}`,
    ...(device.isRegistered ? ownedLines(device) : []),
  ]
}

function ownedLines(device: DeviceForSupport): string[] {
  return [
    `Lizenz: ${device.licenceEndsAt === null ? 'keine' : `bis ${germanTime(device.licenceEndsAt)}`}`,
    `Tracking: ${device.trackingEnabled === true ? `eingeschaltet (${device.mode ?? 'ohne Modus'})` : 'ausgeschaltet'}`,
    `Gespeicherte Positionen der letzten 24 Stunden: ${device.positionsOfADay}; die letzte von ${moment(device.lastFixAt)}`,
    ...(device.lossReason === null
      ? []
      : [`Zuletzt verworfen: ${moment(device.lostAt)}, ${lossWords[device.lossReason]}`]),
    ...(device.clockAheadMinutes === null
      ? []
      : [
          `Die Uhr des Geräts scheint ${device.clockAheadMinutes} Minuten vorzugehen; bekannt sind ${device.clockOffsetMinutes}.`,
        ]),
    `Akku: ${device.batteryPercent === null ? 'unbekannt' : `${device.batteryPercent} %`}; Bordstrom: ${powerWords(device.externalPower)}`,
  ]
}

function moment(at: Date | null): string {
  return at === null ? 'nie' : germanTime(at)
}

function powerWords(connected: boolean | null): string {
  if (connected === null) return 'unbekannt'
  return connected ? 'ja' : 'getrennt'
}

const lossWords: Readonly<Record<LossReason, string>> = {
  NO_FIX: 'das Gerät kannte seinen Ort nicht (kein Empfang)',
  IN_THE_FUTURE: 'die Zeit lag in der Zukunft (seine Uhr geht falsch)',
  TOO_OLD: 'die Zeit lag mehr als 14 Tage zurück (seine Uhr geht falsch)',
}

import * as z from 'zod/mini'
import { secondFactorCode } from '#contract/auth/auth.ts'
import { manyReads } from '#contract/base/call-limit.ts'
import { endpoint, nothing } from '#contract/base/endpoint.ts'
import { instant } from '#contract/base/place.ts'
import { secondFactorLimits } from './second-factor-limits.ts'

export const secondFactorState = z
  .object({
    /** Since when a code is needed to sign in; null: none is. */
    onSince: z.nullable(instant),
    recoveryCodesLeft: z.number(),
  })
  .check(z.meta({ id: 'SecondFactorState' }))
export type SecondFactorState = z.output<typeof secondFactorState>

/** Shown once; the server keeps only their hashes. */
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

export const switchOnForm = z.object({ code: secondFactorCode })

const fewChanges = {
  kind: 'second-factor',
  per: 'caller',
  max: secondFactorLimits.triesToSwitchOn,
  minutes: secondFactorLimits.triesMinutes,
} as const

export const secondFactor = {
  show: endpoint('GET', '/api/second-factor', {
    access: 'verified',
    limit: manyReads,
    summary: 'Ob zur Anmeldung ein Code aus einer App nötig ist, und wie viele Ersatzcodes übrig sind.',
    reply: secondFactorState,
  }),
  start: endpoint('POST', '/api/second-factor/start', {
    access: 'verified',
    stepUp: true,
    limit: fewChanges,
    summary: 'Ein neues Geheimnis für eine Authenticator-App. Es gilt erst nach einem richtigen Code.',
    reply: z.object({
      /** Base32, to be typed into the app. */
      secret: z.string(),
      /** `otpauth://…`, to be shown as a QR code. */
      uri: z.string(),
    }),
    problems: ['SECOND_FACTOR_CHANGED', 'DEMO_READ_ONLY'],
  }),
  switchOn: endpoint('POST', '/api/second-factor', {
    access: 'verified',
    stepUp: true,
    limit: fewChanges,
    summary: 'Die Anmeldung in zwei Schritten mit dem ersten Code der App einschalten.',
    body: switchOnForm,
    reply: recoveryCodes,
    problems: ['SECOND_FACTOR_WRONG', 'SECOND_FACTOR_CHANGED', 'DEMO_READ_ONLY'],
  }),
  renewRecoveryCodes: endpoint('POST', '/api/second-factor/recovery-codes', {
    access: 'verified',
    stepUp: true,
    limit: fewChanges,
    summary: 'Neue Ersatzcodes; die bisherigen gelten nicht mehr.',
    reply: recoveryCodes,
    problems: ['SECOND_FACTOR_CHANGED', 'DEMO_READ_ONLY'],
  }),
  switchOff: endpoint('DELETE', '/api/second-factor', {
    repeat: 'again',
    access: 'verified',
    stepUp: true,
    limit: fewChanges,
    summary: 'Die Anmeldung in zwei Schritten ausschalten; Geheimnis und Ersatzcodes werden gelöscht.',
    reply: nothing,
    problems: ['DEMO_READ_ONLY'],
  }),
}

import { useEffect, useState, useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { accountLimits } from '#contract/account/account-limits.ts'
import { registration } from '#contract/auth/registration.ts'
import { secondMs, hourSeconds } from '#contract/base/time-units.ts'
import { call } from '#web/api/calls/call.ts'
import { type CallProblem, isCallProblem } from '#web/api/calls/call-problem.ts'
import { session } from '#web/api/session/session.ts'
import { forgetRegistration } from './registration-secret.ts'
import { clock } from '#web/browser/clock.ts'
import { recall, remember } from '#web/browser/remembered.ts'

/** What the server has said about an address in this tab. What it has not said is not shown. */
const verificationFacts = z.object({
  /** Attempts at the IMEI that are left, and how long that number is valid: 0 until the next is possible, others for an hour. */
  imeiAttempts: z.optional(z.object({ remaining: z.number(), until: z.string() })),
  /** Until then no further e-mail is sent. */
  resendPossibleAgainAt: z.optional(z.string()),
})
type VerificationFacts = z.output<typeof verificationFacts>

const name = 'verification'
const factsByEmail = z.record(z.string(), verificationFacts)

let state = recall(name, factsByEmail, 'tab') ?? {}
const listeners = new Set<() => void>()

function keep(next: typeof state): void {
  state = next
  remember(name, next, 'tab')
  for (const listener of listeners) listener()
}

function change(email: string, facts: VerificationFacts): void {
  const key = email.toLowerCase()
  keep({ ...state, [key]: { ...state[key], ...facts } })
}

// Signing in or out ends a verification: nothing of it is left for the next.
session.subscribe((now, before) => {
  if (before.pendingEmail !== null && now.pendingEmail === null) {
    keep({})
    forgetRegistration()
  }
})

const noFacts: VerificationFacts = {}

function useFacts(email: string): VerificationFacts {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => state[email.toLowerCase()] ?? noFacts,
  )
}

/** How many attempts at the IMEI are left, null if the server has not said it; if none, when the next is possible. */
export function useImeiAttempts(email: string): { remaining: number | null; possibleAgainAt: Date | null } {
  const { imeiAttempts } = useFacts(email)
  const until = imeiAttempts === undefined ? null : new Date(imeiAttempts.until)
  const over = useSecondsUntil(until) === 0
  if (imeiAttempts === undefined || over) return { remaining: null, possibleAgainAt: null }
  return { remaining: imeiAttempts.remaining, possibleAgainAt: imeiAttempts.remaining === 0 ? until : null }
}

/** A failed attempt: the server's count is adopted; without one, there is one less (specification, section 4). */
export function countFailedImeiAttempt(email: string, problem: CallProblem): void {
  const before = state[email.toLowerCase()]?.imeiAttempts
  const known = before !== undefined && new Date(before.until) > clock.now() ? before.remaining : null
  const remaining = problem.remainingAttempts ?? Math.max(0, (known ?? accountLimits.imeiAttemptsPerHour) - 1)
  const seconds = remaining === 0 ? (problem.retryAfter ?? hourSeconds) : hourSeconds
  change(email, { imeiAttempts: { remaining, until: inSeconds(seconds) } })
}

/** The server has just sent an e-mail of its own accord: after a registration. */
export function verificationMailWasSent(email: string): void {
  change(email, { resendPossibleAgainAt: inSeconds(accountLimits.resendCooldownSeconds) })
}

type ResendOutcome = { kind: 'sent' } | { kind: 'failed'; error: unknown }

/** Sending the registration's e-mail again: possible only once a minute, with a message that disappears by itself. */
export function useResend(email: string) {
  const { resendPossibleAgainAt } = useFacts(email)
  const secondsLeft = useSecondsUntil(resendPossibleAgainAt === undefined ? null : new Date(resendPossibleAgainAt))
  const [sending, setSending] = useState(false)
  const [outcome, setOutcome] = useState<ResendOutcome | null>(null)

  useEffect(() => {
    if (outcome === null) return
    const timer = setTimeout(() => setOutcome(null), accountLimits.resendMessageSeconds * secondMs)
    return () => clearTimeout(timer)
  }, [outcome])

  const resend = async () => {
    if (sending || secondsLeft > 0) return
    setSending(true)
    try {
      const { cooldownSeconds } = await call(registration.resendVerification, { body: { email } })
      change(email, { resendPossibleAgainAt: inSeconds(cooldownSeconds) })
      setOutcome({ kind: 'sent' })
    } catch (error) {
      if (isCallProblem(error) && error.retryAfter !== undefined) {
        change(email, { resendPossibleAgainAt: inSeconds(error.retryAfter) })
      }
      setOutcome({ kind: 'failed', error })
    } finally {
      setSending(false)
    }
  }
  return { resend, sending, secondsLeft, outcome }
}

/** Whole seconds until a moment, counted down once a second; 0 when it has come. */
export function useSecondsUntil(moment: Date | null): number {
  const [, tick] = useState(0)
  const left = moment === null ? 0 : Math.max(0, Math.ceil((moment.getTime() - clock.now().getTime()) / 1000))
  const running = left > 0
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => tick((count) => count + 1), 1000)
    return () => clearInterval(timer)
  }, [running])
  return left
}

function inSeconds(seconds: number): string {
  return new Date(clock.now().getTime() + seconds * secondMs).toISOString()
}

import { useEffect, useState, useSyncExternalStore } from 'react'
import { auth } from '#contract/auth.ts'
import { limits } from '#contract/limits.ts'
import { call } from '#web/api/call.ts'
import { isCallProblem } from '#web/api/call-problem.ts'
import { session } from '#web/api/session.ts'
import { clock } from '#web/kit/clock.ts'

/** What a visitor may still try. The server counts; this is what it last said, or what it will say. */
interface VerificationState {
  imeiAttemptsRemaining: number
  /** When an exhausted limit lets the next attempt through, at the latest. */
  imeiPossibleAgainAt: Date | null
  /** Until then no further letter is sent. */
  resendPossibleAgainAt: Date | null
}

const untried: VerificationState = {
  imeiAttemptsRemaining: limits.account.imeiAttemptsPerHour,
  imeiPossibleAgainAt: null,
  resendPossibleAgainAt: null,
}

let state = untried
const listeners = new Set<() => void>()

function change(next: Partial<VerificationState>): void {
  state = { ...state, ...next }
  for (const listener of listeners) listener()
}

// Signing in or out ends a verification: nothing of it is left for the next.
session.subscribe((now, before) => {
  if (before.pendingEmail !== null && now.pendingEmail === null) change(untried)
})

export function useVerification(): VerificationState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => state,
  )
}

/** A failed attempt: the server's count is adopted; without one, there is one less. */
export function countFailedImeiAttempt(error: unknown): void {
  const told = isCallProblem(error) ? error : undefined
  const remaining = told?.remainingAttempts ?? Math.max(0, state.imeiAttemptsRemaining - 1)
  const waitSeconds = told?.retryAfter ?? 3600
  change({ imeiAttemptsRemaining: remaining, imeiPossibleAgainAt: remaining > 0 ? null : inSeconds(waitSeconds) })
}

/** The hour is over. */
export function allowImeiAttemptsAgain(): void {
  change({ imeiAttemptsRemaining: untried.imeiAttemptsRemaining, imeiPossibleAgainAt: null })
}

/** The server has just sent a letter of its own accord: after a registration. */
export function letterWasSent(): void {
  change({ resendPossibleAgainAt: inSeconds(limits.account.resendCooldownSeconds) })
}

type ResendOutcome = { kind: 'sent' } | { kind: 'failed'; error: unknown }

/** Sending the registration's letter again: possible only once a minute, with a message that goes by itself. */
export function useResend() {
  const { resendPossibleAgainAt } = useVerification()
  const secondsLeft = useSecondsUntil(resendPossibleAgainAt)
  const [sending, setSending] = useState(false)
  const [outcome, setOutcome] = useState<ResendOutcome | null>(null)

  useEffect(() => {
    if (outcome === null) return
    const timer = setTimeout(() => setOutcome(null), limits.account.resendMessageSeconds * 1000)
    return () => clearTimeout(timer)
  }, [outcome])

  const resend = async (email: string) => {
    if (sending || secondsLeft > 0) return
    setSending(true)
    try {
      const { cooldownSeconds } = await call(auth.resendVerification, { body: { email } })
      change({ resendPossibleAgainAt: inSeconds(cooldownSeconds) })
      setOutcome({ kind: 'sent' })
    } catch (error) {
      if (isCallProblem(error) && error.retryAfter !== undefined) {
        change({ resendPossibleAgainAt: inSeconds(error.retryAfter) })
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

function inSeconds(seconds: number): Date {
  return new Date(clock.now().getTime() + seconds * 1000)
}

/** A signal that ends a request after a time without a sign of life, or when whoever asked has lost interest. */
export interface Silence {
  signal: AbortSignal
  /** Something has arrived: the time begins anew. */
  broken(): void
  /** The request is over: nothing is waited for any more. */
  forget(): void
}

/** By hand, not by `AbortSignal.any`: iOS 16.4 has none. */
export function endAfterSilence(silenceMs: number, lostInterest?: AbortSignal): Silence {
  const controller = new AbortController()
  const end = () => controller.abort()
  let timer = setTimeout(end, silenceMs)
  if (lostInterest?.aborted === true) end()
  lostInterest?.addEventListener('abort', end)
  return {
    signal: controller.signal,
    broken() {
      clearTimeout(timer)
      timer = setTimeout(end, silenceMs)
    },
    forget() {
      clearTimeout(timer)
      lostInterest?.removeEventListener('abort', end)
    },
  }
}

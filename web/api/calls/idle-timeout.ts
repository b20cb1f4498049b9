/** A signal that ends a request after a time without a sign of life, or when the caller has cancelled it. */
export interface IdleTimeout {
  signal: AbortSignal
  /** Something has arrived: the time starts again. */
  broken(): void
  /** The request is over: nothing is waited for any more. */
  forget(): void
}

/** By hand, not by `AbortSignal.any`: iOS 16.4 has none. */
export function endWhenIdle(idleMs: number, abandoned?: AbortSignal): IdleTimeout {
  const controller = new AbortController()
  const end = () => controller.abort()
  let timer = setTimeout(end, idleMs)
  if (abandoned?.aborted === true) end()
  abandoned?.addEventListener('abort', end)
  return {
    signal: controller.signal,
    broken() {
      clearTimeout(timer)
      timer = setTimeout(end, idleMs)
    },
    forget() {
      clearTimeout(timer)
      abandoned?.removeEventListener('abort', end)
    },
  }
}

/* Loaded before the product: every source of open data takes the connection and never answers. Nobody is called. */
globalThis.fetch = (_address, options) =>
  new Promise((_resolve, reject) => {
    const signal = options?.signal
    signal?.addEventListener('abort', () => {
      reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'))
    })
  })

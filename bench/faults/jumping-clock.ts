/* Loaded before the product: each SIGUSR2 sets this process's clock to another hour. What measures time spans goes on. */
const hour = 3_600_000
const leaps = [0, hour, 0, -hour]
let turn = 0
process.on('SIGUSR2', () => (turn += 1))

const RealDate = Date
const now = () => RealDate.now() + (leaps[turn % leaps.length] ?? 0)

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given: []) => (given.length === 0 ? new target(now()) : Reflect.construct(target, given)),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})

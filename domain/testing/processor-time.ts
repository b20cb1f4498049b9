/**
 * Milliseconds that this thread's processor spends on the work. Unlike a clock's, they hardly grow where other programs want the
 * processor, too.
 */
export async function processorMs(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

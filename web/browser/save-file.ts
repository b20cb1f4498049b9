import type { Download } from '#web/api/calls/caller.ts'

/** Hands a downloaded file to the browser, to be saved under its name. */
export function saveFile({ fileName, content }: Download): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = fileName
  document.body.append(link)
  link.click()
  link.remove()
  // The browser has taken hold of the bytes once the click's task is over.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

import { useState } from 'react'
import { messageOf } from '#web/api/calls/call-problem.ts'
import type { Download } from '#web/api/calls/caller.ts'
import { notify } from '#web/ui/text/notify.ts'
import { saveFile } from './save-file.ts'

/** A button's document: fetched, and handed to the browser to be saved. */
export function useDocument(fetchDocument: () => Promise<Download | null>) {
  const [isBusy, setIsBusy] = useState(false)
  const download = () => {
    setIsBusy(true)
    fetchDocument()
      .then((file) => file !== null && saveFile(file))
      .catch((error: unknown) => notify('danger', messageOf(error)))
      .finally(() => setIsBusy(false))
  }
  return { isBusy, download }
}

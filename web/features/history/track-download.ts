import { type ExportedRange, history, type TrackFormat } from '#contract/history/history.ts'
import { historyMessages } from './query/messages.ts'
import { historyTexts } from './texts.ts'
import { download } from '#web/api/calls/call.ts'
import { isCallProblem } from '#web/api/calls/call-problem.ts'
import type { Download } from '#web/api/calls/caller.ts'
import { alertUser } from '#web/ui/text/alert.ts'
import { saveFile } from '#web/browser/save-file.ts'
import { generalTexts } from '#web/texts/general.ts'

/** Where a file comes from and goes to, and how the user is informed. */
export interface DownloadDoor {
  download(deviceId: string, format: TrackFormat, range: ExportedRange): Promise<Download | null>
  save(file: Download): void
  say(message: string): void
}

/** The real one. */
const downloadDoor: DownloadDoor = {
  download: (deviceId, format, range) => download(history.export, { params: { deviceId, format }, query: range }),
  save: saveFile,
  say: alertUser,
}

/** Downloads the track of a range, and says how that went. */
export async function downloadTrack(
  deviceId: string,
  format: TrackFormat,
  range: ExportedRange,
  door: DownloadDoor = downloadDoor,
): Promise<void> {
  const fileName = historyTexts.range.formats[format].file
  try {
    const file = await door.download(deviceId, format, range)
    if (file !== null) door.save(file)
    door.say(file === null ? historyMessages.fileEmpty : historyMessages.fileSaved(fileName))
  } catch (error) {
    door.say(downloadFailure(error, format))
  }
}

/** Why there is no file. */
export function downloadFailure(error: unknown, format: TrackFormat): string {
  const expired = isCallProblem(error) && error.status === 401
  return expired ? generalTexts.sessionExpired : historyMessages.fileFailed(historyTexts.range.formats[format].file)
}

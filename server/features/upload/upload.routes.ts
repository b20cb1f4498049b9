import { httpLimits, httpServerLimits } from '#contract/limits/http-limits.ts'
import { minuteSeconds } from '#contract/base/time-units.ts'
import { upload } from '#contract/upload.ts'
import { semaphore } from '#server/platform/semaphore.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { UploadStore } from './upload.store.ts'
import type { Api } from '#server/http/api.ts'
import { Problem } from '#server/http/problem.ts'
import { randomId } from '#server/platform/ids.ts'
import { sharp } from '#server/platform/pictures.ts'

export function registerUploadRoutes(api: Api, { store, clock }: { store: UploadStore; clock: Clock }): void {
  // Unpacked, a picture takes 4 bytes a pixel and more. Several at once would use up the memory.
  const inTurn = semaphore(1, { length: httpServerLimits.picturesWaiting, full: tooMany })

  api.on(upload.send, async ({ caller, file, hasLeft }) => {
    const id = randomId()
    const bytes = await file()
    const picture = await inTurn(() => {
      hasLeft.throwIfAborted()
      return redraw(bytes)
    })
    await store.keep({ id, userId: caller.user.id, picture, at: clock.now() })
    return { id, url: upload.show.path.replace(':id', id) }
  })

  api.on(upload.show, async ({ caller, params }) => {
    const found = await store.find(params.id)
    if (found === null) throw new Problem('NOT_FOUND')
    if (found.userId !== caller.user.id) throw new Problem('FORBIDDEN')
    return { fileName: `${params.id}.webp`, content: found.picture }
  })
}

function tooMany(): Problem {
  const message = 'Gerade werden viele Bilder hochgeladen. Bitte versuchen Sie es in einer Minute noch einmal.'
  return new Problem('UNAVAILABLE', { message, retryAfter: minuteSeconds })
}

/**
 * Draws the picture again as WebP. What is not an image by its content fails here, and the place where a photograph was
 * taken (EXIF) is dropped.
 */
async function redraw(bytes: Buffer): Promise<Buffer> {
  try {
    const picture = sharp(bytes, { limitInputPixels: false, failOn: 'error' })
    const { format, width, height } = await picture.metadata()
    if (format !== 'jpeg' && format !== 'png' && format !== 'webp') throw new Problem('NOT_AN_IMAGE')
    const megapixels = httpLimits.uploadMegapixels
    if (width * height > megapixels * 1_000_000) {
      const message = `Das Bild hat mehr als ${megapixels} Megapixel. Bitte verkleinern Sie es.`
      throw new Problem('PAYLOAD_TOO_LARGE', { message })
    }
    const side = httpLimits.uploadPixels
    return await picture
      .rotate()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .webp()
      .toBuffer()
  } catch (error) {
    if (error instanceof Problem) throw error
    const problem = new Problem('NOT_AN_IMAGE')
    problem.cause = error
    throw problem
  }
}

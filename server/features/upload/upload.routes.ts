import sharp from 'sharp'
import { limits } from '#contract/limits.ts'
import { upload } from '#contract/upload.ts'
import type { Clock } from '#server/clock.ts'
import type { Attempts, Rule } from '#server/db/attempts.ts'
import type { UploadStore } from './upload.store.ts'
import type { Api } from '#server/http/api.ts'
import { refuseDemo } from '#server/http/caller.ts'
import { Problem } from '#server/http/problem.ts'
import { randomId } from '#server/ids.ts'

const uploads: Rule = { kind: 'upload', max: limits.http.uploadsPerHour, minutes: 60 }
/** No photograph has more; a small file that unpacks to more is an attack. */
const mostPixels = 60_000_000

export function registerUploadRoutes(
  api: Api,
  { store, attempts, clock }: { store: UploadStore; attempts: Attempts; clock: Clock },
): void {
  api.on(upload.send, async ({ caller, file }) => {
    refuseDemo(caller)
    const taken = await attempts.take(uploads, caller.user.id)
    if (!taken.allowed) throw new Problem('RATE_LIMITED', { retryAfter: taken.retryAfterSeconds })
    const id = randomId()
    await store.keep({ id, userId: caller.user.id, picture: await redraw(await file()), at: clock.now() })
    return { id, url: upload.show.path.replace(':id', id) }
  })

  api.on(upload.show, async ({ caller, params }) => {
    const found = await store.find(params.id)
    if (found === null) throw new Problem('NOT_FOUND')
    if (found.userId !== caller.user.id) throw new Problem('FORBIDDEN')
    return { fileName: `${params.id}.webp`, content: found.picture }
  })
}

/**
 * Draws the picture anew as WebP: what is not an image by its content fails here, and the place where a photograph was
 * taken (EXIF) is left behind.
 */
async function redraw(bytes: Buffer): Promise<Buffer> {
  try {
    const picture = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' })
    const { format } = await picture.metadata()
    if (format !== 'jpeg' && format !== 'png' && format !== 'webp') throw new Problem('NOT_AN_IMAGE')
    const side = limits.http.uploadPixels
    return await picture
      .rotate()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .webp()
      .toBuffer()
  } catch (error) {
    const problem = new Problem('NOT_AN_IMAGE')
    problem.cause = error
    throw problem
  }
}

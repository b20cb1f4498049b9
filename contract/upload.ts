import * as z from 'zod/mini'
import { manyReads } from '#contract/base/call-limit.ts'
import { endpoint } from '#contract/base/endpoint.ts'
import { uploadId } from '#contract/base/identity.ts'
import { httpLimits } from './limits/http-limits.ts'

export const upload = {
  send: endpoint('POST', '/api/upload', {
    access: 'verified',
    limit: { kind: 'upload', per: 'caller', max: httpLimits.uploadsPerHour, minutes: 60 },
    summary:
      'Ein Bild des eigenen Fahrzeugs hochladen (JPEG, PNG oder WebP, höchstens 5 MB), als multipart im Feld „file“.',
    multipart: true,
    status: 201,
    reply: z.object({ id: uploadId, url: z.string() }),
    problems: ['NOT_AN_IMAGE'],
  }),
  show: endpoint('GET', '/api/upload/:id', {
    access: 'verified',
    limit: manyReads,
    summary: 'Ein eigenes hochgeladenes Bild.',
    params: z.object({ id: uploadId }),
    form: 'file',
    mediaType: 'image/webp',
    reply: z.string(),
    problems: ['NOT_FOUND'],
  }),
}

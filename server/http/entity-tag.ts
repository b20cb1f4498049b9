import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A tag for content whose bytes may be compressed on their way (RFC 9110, section 8.8.1). */
export function weakTag(content: string | Buffer): string {
  return `W/"${createHash('sha1').update(content).digest('base64')}"`
}

/** Sends content with its tag, or only the tag to a caller that has the content (RFC 9110, section 13.1.2). */
export async function sendTagged(
  content: string | Buffer,
  request: FastifyRequest,
  reply: FastifyReply,
  tag = weakTag(content),
): Promise<void> {
  reply.header('etag', tag)
  const known = (request.headers['if-none-match'] ?? '').split(',').map((each) => each.trim())
  const isKnown = known.some((each) => each === '*' || withoutWeakness(each) === withoutWeakness(tag))
  if (isKnown) await reply.status(304).send()
  else await reply.send(content)
}

function withoutWeakness(tag: string): string {
  return tag.replace(/^W\//, '')
}

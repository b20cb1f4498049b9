import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** An answer made once for many callers. It is sent as it is, or not at all: a caller that has it already gets 304. */
export class Prepared {
  /** Names the state that is sent. A caller that sends the tag back gets 304, and `load` is not called. */
  readonly tag: string
  /** The bytes, or null for 204. */
  readonly load: () => Promise<Encodings | null>

  constructor(tag: string, load: () => Promise<Encodings | null>) {
    this.tag = tag
    this.load = load
  }
}

/** The same content uncompressed and compressed: as bytes, as pieces, or as a stream. */
export interface Encodings {
  identity: Content
  gzip?: Content | undefined
  br?: Content | undefined
}

type Content = Buffer | readonly Buffer[] | (() => Readable)

export async function sendPrepared(
  { tag, load }: Prepared,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  reply.header('vary', 'accept-encoding')
  const known = knownTag(tag, request.headers['if-none-match'])
  if (known !== null) return void (await reply.status(304).header('etag', known).send())
  const encodings = await load()
  if (encodings === null) return void (await reply.status(204).send())
  const encoding = bestEncoding(encodings, request.headers['accept-encoding'])
  // Strong tags must differ if the bytes differ.
  reply.header('etag', `"${tag}${encoding === 'identity' ? '' : `-${encoding}`}"`)
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  await sendContent(encodings[encoding] ?? encodings.identity, reply)
}

async function sendContent(content: Content, reply: FastifyReply): Promise<void> {
  if (typeof content === 'function') return void (await reply.send(content()))
  if (Buffer.isBuffer(content)) return void (await reply.send(content))
  reply.header(
    'content-length',
    content.reduce((sum, { length }) => sum + length, 0),
  )
  await reply.send(Readable.from(content, { objectMode: false }))
}

/** The caller's tag that names this state, as the caller wrote it; null if there is none. */
function knownTag(tag: string, ifNoneMatch: string | undefined): string | null {
  const ours = [tag, ...compressed.map((encoding) => `${tag}-${encoding}`)].map((name) => `"${name}"`)
  const theirs = (ifNoneMatch ?? '').split(',').map((name) => name.trim().replace(/^W\//, ''))
  return theirs.includes('*') ? `"${tag}"` : (ours.find((name) => theirs.includes(name)) ?? null)
}

/** The one that makes smaller files comes first. */
const compressed = ['br', 'gzip'] as const

function bestEncoding(encodings: Encodings, acceptEncoding: string | undefined): keyof Encodings {
  const accepted = new Map(
    (acceptEncoding ?? '').split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
      return [name.toLowerCase(), !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))]
    }),
  )
  const isWelcome = (encoding: string) => accepted.get(encoding) ?? accepted.get('*') ?? false
  return compressed.find((encoding) => encodings[encoding] !== undefined && isWelcome(encoding)) ?? 'identity'
}

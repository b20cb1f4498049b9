import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { backupServerLimits } from '#contract/limits/backup-limits.ts'
import { BackupProblem, problemOfFile } from './backup-problem.ts'

/*
 * The outer form of a backup: a head of 26 bytes (`WEGWARTE`, the version of the form, whether it is encrypted, a salt), then
 * frames, each with a head of 5 bytes: whether it is the last one, and how long it is. So a file that was cut is recognised,
 * wherever that was.
 *
 * Encrypted, each frame is sealed by AES-256-GCM with a key of its own for each file (scrypt of passphrase and salt). The
 * nonce is the frame's number, and its head is authenticated: none can be changed, left out, moved or put at the end.
 */

const magic = Buffer.from('WEGWARTE')
const version = 1
const saltBytes = 16
const headBytes = magic.length + 2 + saltBytes
const frameHeadBytes = 5
const tagBytes = 16
/** OWASP's recommendation for scrypt: 128 MiB. */
const scryptCost = { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 }

/** The bytes of a backup's file. */
export async function* framed(content: AsyncIterable<Buffer>, passphrase: string | null): AsyncGenerator<Buffer> {
  const salt = passphrase === null ? Buffer.alloc(saltBytes) : randomBytes(saltBytes)
  const key = passphrase === null ? null : await keyOf(passphrase, salt)
  yield Buffer.concat([magic, Buffer.from([version, key === null ? 0 : 1]), salt])
  let number = 0
  let waiting: Buffer[] = []
  let bytes = 0
  for await (const piece of content) {
    // A frame is written when more follows: only then it is known not to be the last one.
    if (bytes >= backupServerLimits.frameBytes) {
      yield frameOf(Buffer.concat(waiting), { key, number, isLast: false })
      number += 1
      waiting = []
      bytes = 0
    }
    waiting.push(piece)
    bytes += piece.length
  }
  yield frameOf(Buffer.concat(waiting), { key, number, isLast: true })
}

/**
 * What was framed.
 * @throws {BackupProblem} where the file is another one, was cut or changed, or the passphrase is not its own.
 */
export async function* unframed(file: AsyncIterable<Buffer>, passphrase: string | null): AsyncGenerator<Buffer> {
  const read = createReader(file)
  const head = await read(headBytes)
  if (head.length < headBytes || !head.subarray(0, magic.length).equals(magic)) {
    throw new BackupProblem(problemOfFile.foreign)
  }
  if (head[magic.length] !== version) throw new BackupProblem(problemOfFile.newerFormat)
  const isEncrypted = head[magic.length + 1] === 1
  if (isEncrypted && passphrase === null) throw new BackupProblem(problemOfFile.needsPassphrase)
  const key = isEncrypted && passphrase !== null ? await keyOf(passphrase, head.subarray(-saltBytes)) : null
  for (let number = 0; ; number += 1) {
    const frameHead = await read(frameHeadBytes)
    if (frameHead.length < frameHeadBytes) throw new BackupProblem(problemOfFile.cut)
    const length = frameHead.readUInt32BE(1)
    if (length > 2 * backupServerLimits.frameBytes) throw new BackupProblem(problemOfFile.damaged)
    const content = await read(length)
    if (content.length < length) throw new BackupProblem(problemOfFile.cut)
    yield key === null ? content : opened(content, { key, number, frameHead })
    if (frameHead[0] !== 1) continue
    if ((await read(1)).length > 0) throw new BackupProblem(problemOfFile.damaged)
    return
  }
}

function keyOf(passphrase: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(passphrase, salt, 32, scryptCost, (error, key) => (error === null ? resolve(key) : reject(error)))
  })
}

function frameOf(content: Buffer, at: { key: Buffer | null; number: number; isLast: boolean }): Buffer {
  const head = Buffer.alloc(frameHeadBytes)
  head.writeUInt8(at.isLast ? 1 : 0, 0)
  head.writeUInt32BE(content.length + (at.key === null ? 0 : tagBytes), 1)
  if (at.key === null) return Buffer.concat([head, content])
  const cipher = createCipheriv('aes-256-gcm', at.key, nonceOf(at.number), { authTagLength: tagBytes }).setAAD(head)
  return Buffer.concat([head, cipher.update(content), cipher.final(), cipher.getAuthTag()])
}

function opened(content: Buffer, at: { key: Buffer; number: number; frameHead: Buffer }): Buffer {
  if (content.length < tagBytes) throw new BackupProblem(problemOfFile.damaged)
  const decipher = createDecipheriv('aes-256-gcm', at.key, nonceOf(at.number), { authTagLength: tagBytes })
  decipher.setAAD(at.frameHead).setAuthTag(content.subarray(-tagBytes))
  try {
    return Buffer.concat([decipher.update(content.subarray(0, -tagBytes)), decipher.final()])
  } catch {
    throw new BackupProblem(at.number === 0 ? problemOfFile.wrongPassphrase : problemOfFile.damaged)
  }
}

function nonceOf(number: number): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeBigUInt64BE(BigInt(number), 4)
  return nonce
}

/** Reads so many bytes; fewer only at the end. */
function createReader(file: AsyncIterable<Buffer>): (count: number) => Promise<Buffer> {
  const pieces = file[Symbol.asyncIterator]()
  let held: Buffer[] = []
  let bytes = 0
  return async (count) => {
    while (bytes < count) {
      const next = await pieces.next()
      if (next.done === true) break
      held.push(next.value)
      bytes += next.value.length
    }
    // Joined once: a frame comes in many pieces.
    const [all = Buffer.alloc(0)] = held.length > 1 ? [Buffer.concat(held)] : held
    held = [all.subarray(count)]
    bytes = Math.max(0, bytes - count)
    return all.subarray(0, count)
  }
}

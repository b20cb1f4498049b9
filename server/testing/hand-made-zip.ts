/** A file of an archive that can say anything about itself. */
export interface HandMadeEntry {
  name: string
  method: number
  packed: Buffer
  /** Unpacked, as it says. */
  bytes: number
  checksum: number
  /** Where it says that it begins; absent: where it does. */
  headerOffset?: number
}

/** A zip archive whose table of contents need not be true. Entries with the same packed bytes share them (an overlap bomb). */
export function handMadeZip(entries: readonly HandMadeEntry[]): Buffer {
  const offsets = new Map<Buffer, number>()
  const parts: Buffer[] = []
  let length = 0
  for (const { name, packed } of entries) {
    if (offsets.has(packed)) continue
    const header = Buffer.alloc(30)
    header.writeUInt32LE(0x04_03_4b_50, 0)
    header.writeUInt16LE(Buffer.byteLength(name), 26)
    offsets.set(packed, length)
    parts.push(header, Buffer.from(name), packed)
    length += header.length + Buffer.byteLength(name) + packed.length
  }
  const contents = entries.map(({ name, method, packed, bytes, checksum, headerOffset }) => {
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02_01_4b_50, 0)
    entry.writeUInt16LE(method, 10)
    entry.writeUInt32LE(checksum, 16)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt32LE(bytes, 24)
    entry.writeUInt16LE(Buffer.byteLength(name), 28)
    entry.writeUInt32LE(headerOffset ?? offsets.get(packed) ?? 0, 42)
    return Buffer.concat([entry, Buffer.from(name)])
  })
  const table = Buffer.concat(contents)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06_05_4b_50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(table.length, 12)
  end.writeUInt32LE(length, 16)
  return Buffer.concat([...parts, table, end])
}

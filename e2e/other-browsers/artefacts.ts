import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = 'artefacts'

/** Keeps a picture, to be looked at by people. */
export function keep(name: string, picture: Buffer): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name}.png`), picture)
}

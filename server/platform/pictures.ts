import sharp from 'sharp'

// libvips keeps what it has unpacked for the case that the same picture comes again: half a gigabyte after six photographs.
sharp.cache(false)

/** Reads and draws pictures, in threads of its own. */
export { sharp }

const signatureBytes = 8
/** Of a chunk beside its data: a length, a name and a checksum (PNG, third edition, section 5.3). */
const frameBytes = 12
/** What shows the picture. */
const shown = new Set(["IHDR", "PLTE", "IDAT", "IEND"])

/** A PNG, as libvips writes it, without what it copies from the picture that was sent: how large its sender wants it printed. */
export const barePng = (png: Buffer): Buffer => {
  const kept = [png.subarray(0, signatureBytes)]
  for (let at = signatureBytes; at < png.length; ) {
    const end = at + frameBytes + png.readUInt32BE(at)
    if (shown.has(png.toString("latin1", at + 4, at + 8))) kept.push(png.subarray(at, end))
    at = end
  }
  return Buffer.concat(kept)
}

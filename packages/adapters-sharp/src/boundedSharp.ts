import sharp from "sharp"

sharp.cache(false)
sharp.concurrency(1)
// Whatever the first bytes make libvips believe, there is no other parser to be reached.
sharp.block({ operation: ["VipsForeignLoad"] })
sharp.unblock({
  operation: ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer", "VipsForeignLoadWebpBuffer"]
})

/** sharp, set for the whole of a decoding process. */
export { sharp }

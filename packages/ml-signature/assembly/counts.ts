/** Into `counts`, 1024 whole numbers of which the first 256 are the answer, how many bytes have each value. */
export function histogram(values: usize, count: i32, counts: usize): void {
  memory.fill(counts, 0, 4096)
  // Neighbours mostly have the same value; counted side by side, no count waits for the one before.
  const even = count & ~3
  for (let at = 0; at < even; at += 4) {
    const four = load<u32>(values + at)
    increase(counts, four & 255)
    increase(counts + 1024, (four >> 8) & 255)
    increase(counts + 2048, (four >> 16) & 255)
    increase(counts + 3072, four >> 24)
  }
  for (let at = even; at < count; at++) increase(counts, load<u8>(values + at))
  for (let at = 0; at < 1024; at += 16) {
    const upper = i32x4.add(v128.load(counts + at), v128.load(counts + 1024 + at))
    const lower = i32x4.add(v128.load(counts + 2048 + at), v128.load(counts + 3072 + at))
    v128.store(counts + at, i32x4.add(upper, lower))
  }
}

/** Into `mask` 1 where a level is at least `from`, else 0; into `places` where that is. Answers how many. */
export function inked(levels: usize, count: i32, from: i32, mask: usize, places: usize): i32 {
  const least = i8x16.splat(<i8>from)
  const one = i8x16.splat(1)
  let found = 0
  for (let at = 0; at < count; at += 16) {
    const here = v128.load(levels + at)
    const isInk = i8x16.eq(i8x16.max_u(here, least), here)
    v128.store(mask + at, v128.and(isInk, one))
    for (let bits = i8x16.bitmask(isInk); bits !== 0; bits &= bits - 1) {
      const place = at + ctz(bits)
      if (place < count) {
        store<u32>(places + (found << 2), place)
        found += 1
      }
    }
  }
  return found
}

/**
 * Counts pixels of ink, whose `count` places ascend, in whole numbers: in each column and row, in each square of two to
 * the power of `blockBits` pixels, and in each column where a stroke begins, seen from above. Answers how many sides of
 * them meet paper.
 */
export function trace(
  mask: usize,
  width: i32,
  height: i32,
  places: usize,
  count: i32,
  columns: usize,
  rows: usize,
  begun: usize,
  blockBits: i32,
  blockColumns: i32,
  blockRows: i32,
  blocks: usize
): i32 {
  memory.fill(columns, 0, width << 2)
  memory.fill(rows, 0, height << 2)
  memory.fill(begun, 0, width << 2)
  memory.fill(blocks, 0, (blockColumns * blockRows) << 2)
  let edges = 0
  let y = 0
  for (let n = 0; n < count; n++) {
    const at = load<i32>(places + (n << 2))
    while (at >= (y + 1) * width) y++
    const x = at - y * width
    increase(columns, x)
    increase(rows, y)
    increase(blocks, (y >> blockBits) * blockColumns + (x >> blockBits))
    if (y === 0 || load<u8>(mask + at - width) === 0) increase(begun, x)
    // Beyond the border there is nothing, which is no edge.
    if (y > 0 && load<u8>(mask + at - width) === 0) edges += 1
    if (y < height - 1 && load<u8>(mask + at + width) === 0) edges += 1
    if (x > 0 && load<u8>(mask + at - 1) === 0) edges += 1
    if (x < width - 1 && load<u8>(mask + at + 1) === 0) edges += 1
  }
  return edges
}

/**
 * Counts samples, every `step`th pixel of every `step`th row, in whole numbers: 16 of `lights`, 8 of `chromas`, 512 of
 * `colours`; and into `sums` how many levels lie from `least` to `most`, how many samples the mask has as ink, what
 * light of these adds up to and what its squares, and the same of their chroma.
 */
export function sample(
  rgb: usize,
  luminance: usize,
  levels: usize,
  mask: usize,
  width: i32,
  height: i32,
  step: i32,
  isTurned: bool,
  least: i32,
  most: i32,
  lights: usize,
  chromas: usize,
  colours: usize,
  sums: usize
): void {
  memory.fill(lights, 0, 16 << 2)
  memory.fill(chromas, 0, 8 << 2)
  memory.fill(colours, 0, 512 << 2)
  const turned = isTurned ? 255 : 0
  let between = 0
  let inked = 0
  let inkLight = 0
  let inkLightSquares = 0
  let inkChroma = 0
  let inkChromaSquares = 0
  for (let y = 0; y < height; y += step) {
    for (let at = y * width; at < (y + 1) * width; at += step) {
      const light = <i32>load<u8>(luminance + at)
      const red = <i32>load<u8>(rgb + 3 * at) ^ turned
      const green = <i32>load<u8>(rgb + 3 * at + 1) ^ turned
      const blue = <i32>load<u8>(rgb + 3 * at + 2) ^ turned
      const chroma = max(red, max(green, blue)) - min(red, min(green, blue))
      increase(lights, light >> 4)
      increase(chromas, min(chroma >> 4, 7))
      increase(colours, ((red >> 5) << 6) | ((green >> 5) << 3) | (blue >> 5))
      if (load<u8>(mask + at) === 1) {
        inked += 1
        inkLight += light
        inkLightSquares += light * light
        inkChroma += chroma
        inkChromaSquares += chroma * chroma
      }
      const level = <i32>load<u8>(levels + at)
      between += i32(level >= least) & i32(level <= most)
    }
  }
  store<i32>(sums, between)
  store<i32>(sums, inked, 4)
  store<i32>(sums, inkLight, 8)
  store<i32>(sums, inkLightSquares, 12)
  store<i32>(sums, inkChroma, 16)
  store<i32>(sums, inkChromaSquares, 20)
}

function increase(counts: usize, at: u32): void {
  store<u32>(counts + (at << 2), load<u32>(counts + (at << 2)) + 1)
}

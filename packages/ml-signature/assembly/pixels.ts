// What is done with every pixel, in AssemblyScript; `npm run pixels` compiles it to `../model/pixels.wasm`. Every function works
// on places in memory that `src/ink/pixels.ts` hands out, with at least 64 bytes behind each that may be read and overwritten.

/** Luminance (ITU-R BT.601) and darkness, halfway from it to the darkest channel, of pixels of three bytes; light on dark turned. */
export function darken(rgb: usize, count: i32, isTurned: bool, luminance: usize, darkness: usize): void {
  const turned = i8x16.splat(isTurned ? -1 : 0)
  const half = i16x8.splat(128)
  for (let at = 0; at < count; at += 16) {
    const from = rgb + 3 * at
    const a = v128.load(from)
    const b = v128.load(from, 16)
    const c = v128.load(from, 32)
    let some = i8x16.shuffle(a, b, 0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 0, 0, 0, 0, 0)
    const red = i8x16.shuffle(some, c, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 17, 20, 23, 26, 29)
    some = i8x16.shuffle(a, b, 1, 4, 7, 10, 13, 16, 19, 22, 25, 28, 31, 0, 0, 0, 0, 0)
    const green = i8x16.shuffle(some, c, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 18, 21, 24, 27, 30)
    some = i8x16.shuffle(a, b, 2, 5, 8, 11, 14, 17, 20, 23, 26, 29, 0, 0, 0, 0, 0, 0)
    const blue = i8x16.shuffle(some, c, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 19, 22, 25, 28, 31)
    let low = i16x8.extmul_low_i8x16_u(red, i8x16.splat(77))
    low = i16x8.add(low, i16x8.extmul_low_i8x16_u(green, i8x16.splat(-106)))
    low = i16x8.add(low, i16x8.extmul_low_i8x16_u(blue, i8x16.splat(29)))
    let high = i16x8.extmul_high_i8x16_u(red, i8x16.splat(77))
    high = i16x8.add(high, i16x8.extmul_high_i8x16_u(green, i8x16.splat(-106)))
    high = i16x8.add(high, i16x8.extmul_high_i8x16_u(blue, i8x16.splat(29)))
    low = i16x8.shr_u(i16x8.add(low, half), 8)
    high = i16x8.shr_u(i16x8.add(high, half), 8)
    const light = v128.xor(i8x16.narrow_i16x8_u(low, high), turned)
    const darkest = isTurned
      ? v128.xor(i8x16.max_u(red, i8x16.max_u(green, blue)), turned)
      : i8x16.min_u(red, i8x16.min_u(green, blue))
    v128.store(luminance + at, light)
    v128.store(darkness + at, i8x16.avgr_u(light, darkest))
  }
}

/** The third moments within blocks of every second value of every second row, summed. */
export function thirdMoments(values: usize, width: i32, height: i32, block: i32): f64 {
  let moments: f64 = 0
  for (let top = 0; top < height; top += block) {
    const bottom = min(top + block, height)
    for (let left = 0; left < width; left += block) {
      const right = min(left + block, width)
      let count = 0
      let sum = 0
      let squares = 0
      let cubes: i64 = 0
      for (let y = top; y < bottom; y += 2) {
        for (let x = left; x < right; x += 2) {
          const value = <i32>load<u8>(values + y * width + x)
          count += 1
          sum += value
          squares += value * value
          cubes += value * value * value
        }
      }
      const mean = <f64>sum / count
      moments += <f64>cubes - 3 * mean * squares + 2 * count * mean * mean * mean
    }
  }
  return moments
}

/**
 * Into `grid`, 32-bit floats, in each block of eight by eight the lightest mean of two by two values. Beyond the border everything
 * goes on as at the border.
 */
export function lightestOfBlocks(
  values: usize,
  width: i32,
  height: i32,
  columns: i32,
  rows: i32,
  grid: usize
): void {
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const isInside = (column + 1) * 8 <= width && (row + 1) * 8 <= height
      let most = 0
      for (let y = 8 * row; y < 8 * row + 8; y += 2) {
        const above = values + min(y, height - 1) * width
        const below = values + min(y + 1, height - 1) * width
        if (isInside) {
          const upper = i16x8.extadd_pairwise_i8x16_u(v128.load64_zero(above + 8 * column))
          const lower = i16x8.extadd_pairwise_i8x16_u(v128.load64_zero(below + 8 * column))
          let sums = i16x8.add(upper, lower)
          sums = i16x8.max_u(
            sums,
            i8x16.shuffle(sums, sums, 4, 5, 6, 7, 0, 1, 2, 3, 8, 9, 10, 11, 12, 13, 14, 15)
          )
          most = max(most, max(<i32>i16x8.extract_lane_u(sums, 0), <i32>i16x8.extract_lane_u(sums, 1)))
        } else {
          for (let x = 8 * column; x < 8 * column + 8; x += 2) {
            const left = min(x, width - 1)
            const right = min(x + 1, width - 1)
            const upper = <i32>load<u8>(above + left) + <i32>load<u8>(above + right)
            most = max(most, upper + <i32>load<u8>(below + left) + <i32>load<u8>(below + right))
          }
        }
      }
      store<f32>(grid + ((row * columns + column) << 2), <f32>most / 4)
    }
  }
}

/**
 * Joins each of a grid's 32-bit floats with two on each side of it in its line, to the most or the mean of the five; beyond the ends
 * a line goes on as at the end.
 */
export function joinFives(
  grid: usize,
  lines: i32,
  length: i32,
  lineStep: i32,
  step: i32,
  isMean: bool,
  result: usize
): void {
  for (let line = 0; line < lines; line++) {
    const first = line * lineStep
    const last = first + (length - 1) * step
    for (let at = first; at <= last; at += step) {
      const a = load<f32>(grid + (max(at - 2 * step, first) << 2))
      const b = load<f32>(grid + (max(at - step, first) << 2))
      const c = load<f32>(grid + (at << 2))
      const d = load<f32>(grid + (min(at + step, last) << 2))
      const e = load<f32>(grid + (min(at + 2 * step, last) << 2))
      store<f32>(result + (at << 2), isMean ? (a + b + c + d + e) / 5 : max(max(max(a, b), max(c, d)), e))
    }
  }
}

/**
 * What each value lacks to the paper around it, 0 to 255. `inverse` has 255 parts by the paper for each block of eight by eight,
 * 32-bit floats; between the middles of blocks it changes evenly, beyond the last ones it stays. `row` is room for `columns` floats.
 */
export function inkLevels(
  values: usize,
  width: i32,
  height: i32,
  inverse: usize,
  columns: i32,
  rows: i32,
  row: usize,
  levels: usize
): void {
  const first = f32x4(0, 1, 2, 3)
  for (let y = 0; y < height; y++) {
    const position = min(max((<f32>y + 0.5) / 8 - 0.5, 0), <f32>(rows - 1))
    const upper = <i32>position
    const above = inverse + ((upper * columns) << 2)
    const below = inverse + ((min(upper + 1, rows - 1) * columns) << 2)
    const lower = position - <f32>upper
    for (let column = 0; column < columns << 2; column += 4)
      store<f32>(row + column, load<f32>(above + column) * (1 - lower) + load<f32>(below + column) * lower)
    for (let column = -1; column < columns; column++) {
      const left = load<f32>(row + (max(column, 0) << 2))
      const slope = (load<f32>(row + (min(column + 1, columns - 1) << 2)) - left) / 8
      const middle = 8 * column + 4
      const from = y * width + middle
      if (middle >= 0 && middle + 8 <= width) {
        const light = v128.load8x8_u(values + from)
        const start = f32x4.splat(left + slope / 2)
        const low = lackOf(
          i32x4.extend_low_i16x8_u(light),
          f32x4.add(start, f32x4.mul(f32x4.splat(slope), first))
        )
        const next = f32x4.add(start, f32x4.splat(4 * slope))
        const high = lackOf(
          i32x4.extend_high_i16x8_u(light),
          f32x4.add(next, f32x4.mul(f32x4.splat(slope), first))
        )
        const both = i16x8.narrow_i32x4_s(low, high)
        v128.store64_lane(levels + from, i8x16.narrow_i16x8_u(both, both), 0)
      } else {
        for (let n = max(-middle, 0); n < min(8, width - middle); n++) {
          const scale = left + slope * (<f32>n + 0.5)
          store<u8>(
            levels + from + n,
            <u8>max<i32>(<i32>(<f32>255.5 - <f32>load<u8>(values + from + n) * scale), 0)
          )
        }
      }
    }
  }
}

function lackOf(values: v128, scales: v128): v128 {
  return i32x4.trunc_sat_f32x4_s(
    f32x4.sub(f32x4.splat(255.5), f32x4.mul(f32x4.convert_i32x4_s(values), scales))
  )
}

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

function increase(counts: usize, at: u32): void {
  store<u32>(counts + (at << 2), load<u32>(counts + (at << 2)) + 1)
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
 * Counts pixels of ink, whose `count` places ascend, in whole numbers: in each column and row, in each square of two to the power of
 * `blockBits` pixels, and in each column where a stroke begins, seen from above. Answers how many sides of them meet paper.
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

/** Into `sums`, 64-bit floats: the sum of the Laplacian of levels of at least `from`, of its squares, and how many there are. */
export function laplacian(levels: usize, width: i32, height: i32, from: i32, sums: usize): void {
  const least = i16x8.splat(<i16>from)
  let sum: i64 = 0
  let squares: i64 = 0
  let count = 0
  for (let y = 1; y < height - 1; y++) {
    let at = levels + y * width + 1
    const end = at + width - 2
    let rowSum = i32x4.splat(0)
    let rowSquares = i32x4.splat(0)
    for (; at + 8 <= end; at += 8) {
      const here = v128.load8x8_u(at)
      const counted = i16x8.ge_s(here, least)
      const bits = i16x8.bitmask(counted)
      if (bits === 0) continue
      const beside = i16x8.add(v128.load8x8_u(at - 1), v128.load8x8_u(at + 1))
      const around = i16x8.add(beside, i16x8.add(v128.load8x8_u(at - width), v128.load8x8_u(at + width)))
      const change = v128.and(i16x8.sub(around, i16x8.shl(here, 2)), counted)
      rowSum = i32x4.add(rowSum, i32x4.extadd_pairwise_i16x8_s(change))
      rowSquares = i32x4.add(rowSquares, i32x4.dot_i16x8_s(change, change))
      count += popcnt(bits)
    }
    sum += sumOf(rowSum)
    squares += sumOf(rowSquares)
    for (; at < end; at++) {
      const here = <i32>load<u8>(at)
      if (here < from) continue
      const beside = <i32>load<u8>(at - 1) + <i32>load<u8>(at + 1)
      const change = beside + <i32>load<u8>(at - width) + <i32>load<u8>(at + width) - 4 * here
      sum += change
      squares += change * change
      count += 1
    }
  }
  store<f64>(sums, <f64>sum)
  store<f64>(sums + 8, <f64>squares)
  store<f64>(sums + 16, count)
}

function sumOf(four: v128): i64 {
  const pairs = i64x2.add(i64x2.extend_low_i32x4_s(four), i64x2.extend_high_i32x4_s(four))
  return i64x2.extract_lane(pairs, 0) + i64x2.extract_lane(pairs, 1)
}

/**
 * Into `sums`, 64-bit floats: the sum of the sizes of second differences along every second row where `mask` has nothing, and how
 * many there are.
 */
export function secondDifferences(values: usize, mask: usize, width: i32, height: i32, sums: usize): void {
  let sum: i64 = 0
  let count = 0
  for (let y = 0; y < height; y += 2) {
    const end = (y + 1) * width - 1
    let at = y * width + 1
    let rowSum = i32x4.splat(0)
    for (; at + 8 <= end; at += 8) {
      const ink = v128.or(
        v128.or(v128.load8x8_u(mask + at - 1), v128.load8x8_u(mask + at)),
        v128.load8x8_u(mask + at + 1)
      )
      const counted = i16x8.eq(ink, i16x8.splat(0))
      const outer = i16x8.add(v128.load8x8_u(values + at - 1), v128.load8x8_u(values + at + 1))
      const size = i16x8.abs(i16x8.sub(outer, i16x8.shl(v128.load8x8_u(values + at), 1)))
      rowSum = i32x4.add(rowSum, i32x4.extadd_pairwise_i16x8_s(v128.and(size, counted)))
      count += popcnt(i16x8.bitmask(counted))
    }
    sum += sumOf(rowSum)
    for (; at < end; at++) {
      if ((load<u8>(mask + at - 1) | load<u8>(mask + at) | load<u8>(mask + at + 1)) !== 0) continue
      sum += abs(
        <i32>load<u8>(values + at - 1) - 2 * <i32>load<u8>(values + at) + <i32>load<u8>(values + at + 1)
      )
      count += 1
    }
  }
  store<f64>(sums, <f64>sum)
  store<f64>(sums + 8, count)
}

/**
 * Counts samples, every `step`th pixel of every `step`th row, in whole numbers: 16 of `lights`, 8 of `chromas`, 512 of `colours`,
 * and 256 each of `inkLights` and `inkChromas` where the mask has ink. Answers how many levels lie from `least` to `most`.
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
  inkLights: usize,
  inkChromas: usize
): i32 {
  memory.fill(lights, 0, 16 << 2)
  memory.fill(chromas, 0, 8 << 2)
  memory.fill(colours, 0, 512 << 2)
  memory.fill(inkLights, 0, 256 << 2)
  memory.fill(inkChromas, 0, 256 << 2)
  const turned = isTurned ? 255 : 0
  let between = 0
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
        increase(inkLights, light)
        increase(inkChromas, chroma)
      }
      const level = <i32>load<u8>(levels + at)
      between += i32(level >= least) & i32(level <= most)
    }
  }
  return between
}

/**
 * Into `sums`, three whole numbers: the sizes of the differences between samples and what is `reach` to the right, how many are
 * none, and how many at most 2.
 */
export function differences(
  values: usize,
  width: i32,
  height: i32,
  step: i32,
  reach: i32,
  sums: usize
): void {
  let sum = 0
  let none = 0
  let small = 0
  for (let y = 0; y < height; y += step) {
    const row = values + y * width
    for (let x = 0; x < width; x += step) {
      const size = abs(<i32>load<u8>(row + x) - <i32>load<u8>(row + min(x + reach, width - 1)))
      sum += size
      none += i32(size === 0)
      small += i32(size <= 2)
    }
  }
  store<i32>(sums, sum)
  store<i32>(sums + 4, none)
  store<i32>(sums + 8, small)
}

/**
 * Levels as shades, 0 up to `least` and 1 from `most` on, brought to another size: each row of `result`, 32-bit floats, joins
 * `downTaps` rows of `levels` from its number in `downFirst` on by the weights of its own in `down`, and each column likewise. What
 * lies outside has a weight of 0. `plane` is room for a float for each level, `row` for one for each column.
 */
export function squeeze(
  levels: usize,
  width: i32,
  height: i32,
  least: f32,
  most: f32,
  downFirst: usize,
  downTaps: i32,
  down: usize,
  acrossFirst: usize,
  acrossTaps: i32,
  across: usize,
  resultWidth: i32,
  resultHeight: i32,
  plane: usize,
  row: usize,
  result: usize
): void {
  const from = max(load<i32>(downFirst), 0)
  const to = min(load<i32>(downFirst + ((resultHeight - 1) << 2)) + downTaps, height)
  const scale = f32x4.splat(1 / (most - least))
  const shift = f32x4.splat(-least / (most - least))
  for (let at = from * width; at < to * width; at += 8) {
    const some = v128.load8x8_u(levels + at)
    const low = f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_u(some))
    const high = f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_u(some))
    v128.store(plane + (at << 2), clamped(f32x4.add(f32x4.mul(low, scale), shift)))
    v128.store(plane + (at << 2), clamped(f32x4.add(f32x4.mul(high, scale), shift)), 16)
  }
  for (let y = 0; y < resultHeight; y++) {
    memory.fill(row, 0, width << 2)
    for (let tap = 0; tap < downTaps; tap++) {
      const weight = load<f32>(down + ((y * downTaps + tap) << 2))
      if (weight === 0) continue
      const source = plane + (((load<i32>(downFirst + (y << 2)) + tap) * width) << 2)
      const weights = f32x4.splat(weight)
      for (let x = 0; x < width << 2; x += 16)
        v128.store(row + x, f32x4.add(v128.load(row + x), f32x4.mul(weights, v128.load(source + x))))
    }
    for (let x = 0; x < resultWidth; x++) {
      const first = load<i32>(acrossFirst + (x << 2))
      let sum: f32 = 0
      for (let tap = 0; tap < acrossTaps; tap++) {
        const weight = load<f32>(across + ((x * acrossTaps + tap) << 2))
        if (weight !== 0) sum += weight * load<f32>(row + ((first + tap) << 2))
      }
      store<f32>(result + ((y * resultWidth + x) << 2), sum)
    }
  }
}

function clamped(values: v128): v128 {
  return f32x4.min(f32x4.max(values, f32x4.splat(0)), f32x4.splat(1))
}

/** Into `rgb` pixels of red, green, blue and how much of the ground they cover, on white. */
function flatten(rgba: usize, count: i32, rgb: usize): void {
  for (let at = 0; at < count; at++) {
    const from = rgba + 4 * at
    const to = rgb + 3 * at
    const alpha = <u32>load<u8>(from, 3)
    const ground = 255 * (255 - alpha) + 127
    store<u8>(to, (<u32>load<u8>(from) * alpha + ground) / 255)
    store<u8>(to, (<u32>load<u8>(from, 1) * alpha + ground) / 255, 1)
    store<u8>(to, (<u32>load<u8>(from, 2) * alpha + ground) / 255, 2)
  }
}

/**
 * Into `result`, pixels of three bytes, the rows `from` to `to` of a smaller picture. Each joins `downTaps` rows from its number in
 * `downFirst` on, by the weights of its own in `down`, bytes of the sum 255, and each of its pixels `acrossTaps` columns likewise, by
 * 32-bit floats. `rows` begins with the row `top`; its pixels have three bytes, or four with alpha. `flat` is room for a row on
 * white, `sums` for three numbers of 16 bits for each of its pixels and of `acrossTaps`.
 */
export function average(
  rows: usize,
  top: i32,
  width: i32,
  channels: i32,
  downFirst: usize,
  downTaps: i32,
  down: usize,
  acrossFirst: usize,
  acrossTaps: i32,
  across: usize,
  from: i32,
  to: i32,
  resultWidth: i32,
  flat: usize,
  sums: usize,
  result: usize
): void {
  for (let y = from; y < to; y++) {
    memory.fill(sums, 0, 6 * (width + acrossTaps))
    for (let tap = 0; tap < downTaps; tap++) {
      const weight = load<i8>(down + y * downTaps + tap)
      if (weight === 0) continue
      const row = rows + (load<i32>(downFirst + (y << 2)) + tap - top) * channels * width
      if (channels === 4) flatten(row, width, flat)
      addRow(channels === 4 ? flat : row, 3 * width, weight, sums)
    }
    for (let x = 0; x < resultWidth; x++) {
      let place = sums + 6 * load<i32>(acrossFirst + (x << 2))
      const weights = across + ((x * acrossTaps) << 2)
      let sum = f32x4.splat(0)
      for (let weight = weights; weight < weights + (acrossTaps << 2); weight += 4) {
        const values = f32x4.convert_i32x4_s(v128.load16x4_u(place))
        sum = f32x4.add(sum, f32x4.mul(v128.load32_splat(weight), values))
        place += 6
      }
      // A float of 2²³ and more has no fraction: its lowest byte is what was added, rounded.
      sum = f32x4.add(sum, f32x4.splat(8_388_608))
      const pixel = i8x16.shuffle(sum, sum, 0, 4, 8, 12, 0, 4, 8, 12, 0, 4, 8, 12, 0, 4, 8, 12)
      // The fourth byte is the next pixel's, which comes later.
      v128.store32_lane(result + 3 * ((y - from) * resultWidth + x), pixel, 0)
    }
  }
}

/** Adds so many bytes, each times a weight, to numbers of 16 bits. */
function addRow(row: usize, count: i32, weight: i8, sums: usize): void {
  const weights = i8x16.splat(weight)
  for (let at = 0; at < count; at += 16) {
    const values = v128.load(row + at)
    const sum = sums + (at << 1)
    v128.store(sum, i16x8.add(v128.load(sum), i16x8.extmul_low_i8x16_u(values, weights)))
    v128.store(sum, i16x8.add(v128.load(sum, 16), i16x8.extmul_high_i8x16_u(values, weights)), 16)
  }
}

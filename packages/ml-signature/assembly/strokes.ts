/**
 * The lightest of all values within `reach` columns and rows, or the darkest; beyond the border there is none. `room`
 * is for `2 × reach` rows more than there are, each as wide as the values, and for a row that is wider by
 * `2 × reach` and 64.
 */
export function spread(
  values: usize,
  width: i32,
  height: i32,
  reach: i32,
  isDarkest: bool,
  room: usize,
  result: usize
): void {
  const side = 2 * reach + 1
  const turned = i8x16.splat(isDarkest ? -1 : 0)
  const line = room
  const plane = room + width + 2 * reach + 64
  memory.fill(plane, 0, reach * width)
  for (let y = 0; y < height; y++) {
    const row = values + y * width
    memory.fill(line, 0, reach)
    for (let x = 0; x < width; x += 16) v128.store(line + reach + x, v128.xor(v128.load(row + x), turned))
    memory.fill(line + reach + width, 0, reach + 48)
    joinAhead(line, width + 2 * reach, side, 1, plane + (reach + y) * width, width)
  }
  memory.fill(plane + (reach + height) * width, 0, reach * width)
  joinAhead(plane, (height + 2 * reach) * width, side, width, result, height * width)
  if (isDarkest) {
    for (let at = 0; at < height * width; at += 16)
      v128.store(result + at, v128.xor(v128.load(result + at), turned))
  }
}

/**
 * Into `result`, for `resultLength` of the values the most of `side` that follow each other, `step` apart. The values
 * are not left as they were.
 */
function joinAhead(values: usize, length: i32, side: i32, step: i32, result: usize, resultLength: i32): void {
  let joined = 1
  for (; 2 * joined <= side; joined *= 2) {
    const ahead = joined * step
    for (let at = values; at < values + length - ahead; at += 16)
      v128.store(at, i8x16.max_u(v128.load(at), v128.load(at + ahead)))
  }
  const rest = (side - joined) * step
  for (let at = 0; at < resultLength; at += 16)
    v128.store(result + at, i8x16.max_u(v128.load(values + at), v128.load(values + at + rest)))
}

/** Into `mask` 1 where a level is at least `from`, else 0. */
export function atLeast(levels: usize, count: i32, from: i32, mask: usize): void {
  const least = i8x16.splat(<i8>from)
  for (let at = 0; at < count; at += 16) {
    const here = v128.load(levels + at)
    v128.store(mask + at, v128.and(i8x16.eq(i8x16.max_u(here, least), here), i8x16.splat(1)))
  }
}

/**
 * Into `sums`, 64-bit floats, of levels that are `near` strokes and not at the border: how many are in the mask; how
 * many lie from `least` to `most`; and for each of four directions, along rows, along columns and along both
 * diagonals, the sum of the squares of second differences, and how often the mask begins or ends. What is near is not
 * left as it was at the border.
 */
export function edges(
  levels: usize,
  mask: usize,
  near: usize,
  width: i32,
  height: i32,
  least: i32,
  most: i32,
  sums: usize
): void {
  memory.fill(sums, 0, 80)
  if (width < 3 || height < 3) return
  for (let y = 1; y < height - 1; y++) {
    store<u8>(near + y * width, 0)
    store<u8>(near + (y + 1) * width - 1, 0)
  }
  const end = (height - 1) * width
  // What lies behind the last row that is looked at counts for nothing.
  memory.fill(near + end, 0, 16)
  const low = i16x8.splat(<i16>least)
  const high = i16x8.splat(<i16>most)
  for (let begin = width; begin < end; begin += 1024) {
    let between = 0
    let inked = 0
    let s0 = i32x4.splat(0)
    let s1 = i32x4.splat(0)
    let s2 = i32x4.splat(0)
    let s3 = i32x4.splat(0)
    let n0 = i16x8.splat(0)
    let n1 = i16x8.splat(0)
    let n2 = i16x8.splat(0)
    let n3 = i16x8.splat(0)
    for (let at = begin; at < min(begin + 1024, end); at += 8) {
      if (load<u64>(near + at) === 0) continue
      const counted = i16x8.ne(v128.load8x8_u(near + at), i16x8.splat(0))
      const here = v128.load8x8_u(levels + at)
      const twice = i16x8.shl(here, 1)
      const isInk = v128.load8x8_u(mask + at)
      inked += popcnt(i16x8.bitmask(v128.and(counted, i16x8.ne(isInk, i16x8.splat(0)))))
      between += popcnt(
        i16x8.bitmask(v128.and(counted, v128.and(i16x8.ge_s(here, low), i16x8.le_s(here, high))))
      )
      s0 = i32x4.add(s0, squaresOf(levels + at, 1, twice, counted))
      s1 = i32x4.add(s1, squaresOf(levels + at, width, twice, counted))
      s2 = i32x4.add(s2, squaresOf(levels + at, width + 1, twice, counted))
      s3 = i32x4.add(s3, squaresOf(levels + at, width - 1, twice, counted))
      n0 = i16x8.add(n0, v128.and(counted, v128.xor(isInk, v128.load8x8_u(mask + at + 1))))
      n1 = i16x8.add(n1, v128.and(counted, v128.xor(isInk, v128.load8x8_u(mask + at + width))))
      n2 = i16x8.add(n2, v128.and(counted, v128.xor(isInk, v128.load8x8_u(mask + at + width + 1))))
      n3 = i16x8.add(n3, v128.and(counted, v128.xor(isInk, v128.load8x8_u(mask + at + width - 1))))
    }
    increase(sums, inked)
    increase(sums + 8, between)
    increase(sums + 16, sumOf(s0))
    increase(sums + 24, sumOf(s1))
    increase(sums + 32, sumOf(s2))
    increase(sums + 40, sumOf(s3))
    increase(sums + 48, sumOf(i32x4.extadd_pairwise_i16x8_s(n0)))
    increase(sums + 56, sumOf(i32x4.extadd_pairwise_i16x8_s(n1)))
    increase(sums + 64, sumOf(i32x4.extadd_pairwise_i16x8_s(n2)))
    increase(sums + 72, sumOf(i32x4.extadd_pairwise_i16x8_s(n3)))
  }
}

/** Of second differences over `step` on both sides, summed by twos, of eight levels that count. */
function squaresOf(place: usize, step: i32, twice: v128, counted: v128): v128 {
  const outer = i16x8.add(v128.load8x8_u(place - step), v128.load8x8_u(place + step))
  const change = v128.and(i16x8.sub(twice, outer), counted)
  return i32x4.dot_i16x8_s(change, change)
}

function sumOf(four: v128): i32 {
  const pairs = i32x4.add(four, i32x4.shuffle(four, four, 2, 3, 2, 3))
  return i32x4.extract_lane(pairs, 0) + i32x4.extract_lane(pairs, 1)
}

function increase(place: usize, by: i32): void {
  store<f64>(place, load<f64>(place) + <f64>by)
}

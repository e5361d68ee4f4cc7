/**
 * Levels as shades, 0 up to `least` and 1 from `most` on, brought to another size: each row of `result`, 32-bit floats,
 * joins `downTaps` rows of `levels` from its number in `downFirst` on by the weights of its own in `down`, and each
 * column likewise `acrossTaps`, a multiple of four. Numbers ascend from 0; what lies outside has a weight of 0. `plane`
 * is room for a float for each level, `row` for one for each column and each of `acrossTaps`.
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
  const left = load<i32>(acrossFirst)
  const right = min(load<i32>(acrossFirst + ((resultWidth - 1) << 2)) + acrossTaps, width)
  const top = load<i32>(downFirst)
  const bottom = min(load<i32>(downFirst + ((resultHeight - 1) << 2)) + downTaps, height)
  const scale = f32x4.splat(1 / (most - least))
  const shift = f32x4.splat(-least / (most - least))
  for (let y = top; y < bottom; y++) {
    for (let at = y * width + left; at < y * width + right; at += 8) {
      const some = v128.load8x8_u(levels + at)
      const low = f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_u(some))
      const high = f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_u(some))
      v128.store(plane + (at << 2), clamped(f32x4.add(f32x4.mul(low, scale), shift)))
      v128.store(plane + (at << 2), clamped(f32x4.add(f32x4.mul(high, scale), shift)), 16)
    }
  }
  for (let y = 0; y < resultHeight; y++) {
    const first = load<i32>(downFirst + (y << 2))
    const taps = min(downTaps, height - first)
    const weights = down + ((y * downTaps) << 2)
    for (let x = left; x < right; x += 4) {
      let sum = f32x4.splat(0)
      let source = plane + ((first * width + x) << 2)
      for (let weight = weights; weight < weights + (taps << 2); weight += 4) {
        sum = f32x4.add(sum, f32x4.mul(v128.load(source), v128.load32_splat(weight)))
        source += width << 2
      }
      v128.store(row + (x << 2), sum)
    }
    // Without a weight, but no number is no number times 0 either.
    memory.fill(row + (right << 2), 0, acrossTaps << 2)
    for (let x = 0; x < resultWidth; x++) {
      const place = row + (load<i32>(acrossFirst + (x << 2)) << 2)
      const weights = across + ((x * acrossTaps) << 2)
      let sum = f32x4.splat(0)
      for (let tap = 0; tap < acrossTaps << 2; tap += 16)
        sum = f32x4.add(sum, f32x4.mul(v128.load(place + tap), v128.load(weights + tap)))
      store<f32>(result + ((y * resultWidth + x) << 2), sumOf(sum))
    }
  }
}

function clamped(values: v128): v128 {
  return f32x4.pmin(f32x4.pmax(values, f32x4.splat(0)), f32x4.splat(1))
}

function sumOf(values: v128): f32 {
  const pairs = f32x4.add(values, i32x4.shuffle(values, values, 2, 3, 2, 3))
  return f32x4.extract_lane(pairs, 0) + f32x4.extract_lane(pairs, 1)
}

/**
 * Makes so many 32-bit floats, a multiple of four, as much darker as brings those of more than `least` to `shade` on
 * average, `most` times at most, and rounds them to steps of 1/255, up to 1.
 */
export function expose(canvas: usize, count: i32, least: f32, shade: f32, most: f32): void {
  const end = canvas + (count << 2)
  let dark = f32x4.splat(0)
  let darkCount = 0
  for (let at = canvas; at < end; at += 16) {
    const values = v128.load(at)
    const isDark = f32x4.gt(values, f32x4.splat(least))
    dark = f32x4.add(dark, v128.and(values, isDark))
    darkCount += popcnt(i32x4.bitmask(isDark))
  }
  const gain: f32 = darkCount === 0 ? 1 : min(max((shade * <f32>darkCount) / sumOf(dark), 1), most)
  for (let at = canvas; at < end; at += 16) {
    const levels = f32x4.mul(clamped(f32x4.mul(v128.load(at), f32x4.splat(gain))), f32x4.splat(255))
    v128.store(at, f32x4.div(f32x4.floor(f32x4.add(levels, f32x4.splat(0.5))), f32x4.splat(255)))
  }
}

/**
 * Luminance (ITU-R BT.601) and darkness, halfway from it to the darkest channel, of pixels of three bytes; light on
 * dark turned.
 */
export function darken(rgb: usize, count: i32, isTurned: bool, luminance: usize, darkness: usize): void {
  const turned = i8x16.splat(isTurned ? -1 : 0)
  const half = i16x8.splat(128)
  for (let at = 0; at < count; at += 16) {
    const from = rgb + 3 * at
    const a = v128.load(from)
    const b = v128.load(from, 16)
    const c = v128.load(from, 32)
    // Four times the first half of all 48 bytes is interleaved with the second: then every third is beside the last.
    const d = zip(a, upper(b))
    const e = zip(upper(a), c)
    const f = zip(b, upper(c))
    const g = zip(d, upper(e))
    const h = zip(upper(d), f)
    const i = zip(e, upper(f))
    const j = zip(g, upper(h))
    const k = zip(upper(g), i)
    const l = zip(h, upper(i))
    const red = zip(j, upper(k))
    const green = zip(upper(j), l)
    const blue = zip(k, upper(l))
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

/** The first eight bytes of both, in turns. */
function zip(a: v128, b: v128): v128 {
  return i8x16.shuffle(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
}

/** The last eight bytes, first. */
function upper(a: v128): v128 {
  return i32x4.shuffle(a, a, 2, 3, 2, 3)
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

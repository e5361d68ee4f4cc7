/**
 * Into `result`, pixels of three bytes, the rows `from` to `to` of a smaller picture. Each joins `downTaps` rows from
 * its number in `downFirst` on, by the weights of its own in `down`, bytes of the sum 255, and each of its pixels
 * `acrossTaps` columns likewise, a multiple of four, by weights of 16 bits of the sum 16 449. `rows` begins with the
 * row `top`; its pixels have three bytes. `sums` is room for three numbers of 16 bits for each of its pixels and of
 * `acrossTaps`.
 */
export function average(
  rows: usize,
  top: i32,
  width: i32,
  downFirst: usize,
  downTaps: i32,
  down: usize,
  acrossFirst: usize,
  acrossTaps: i32,
  across: usize,
  from: i32,
  to: i32,
  resultWidth: i32,
  sums: usize,
  result: usize
): void {
  for (let y = from; y < to; y++) {
    const row = rows + (load<i32>(downFirst + (y << 2)) - top) * 3 * width
    addRows(row, 3 * width, downTaps, down + y * downTaps, sums)
    for (let x = 0; x < resultWidth; x++) {
      const first = sums + 6 * load<i32>(acrossFirst + (x << 2))
      const weights = across + ((x * acrossTaps) << 1)
      let sum = i32x4.add(i32x4.splat(rounding), ofFour(first, weights))
      for (let tap = 4; tap < acrossTaps; tap += 4)
        sum = i32x4.add(sum, ofFour(first + 6 * tap, weights + (tap << 1)))
      const words = i16x8.narrow_i32x4_s(i32x4.shr_u(sum, shift), sum)
      const pixel = i8x16.narrow_i16x8_u(words, words)
      // The fourth byte is the next pixel's, which comes later.
      v128.store32_lane(result + 3 * ((y - from) * resultWidth + x), pixel, 0)
    }
  }
}

/** Of four pixels, three numbers of 16 bits each, the sum of each channel by their weights. */
function ofFour(place: usize, weights: usize): v128 {
  const two = i16x8.shuffle(v128.load(place), v128.load(place + 6), 0, 8, 1, 9, 2, 10, 3, 11)
  const others = i16x8.shuffle(v128.load(place + 12), v128.load(place + 18), 0, 8, 1, 9, 2, 10, 3, 11)
  return i32x4.add(
    i32x4.dot_i16x8_s(two, v128.load32_splat(weights)),
    i32x4.dot_i16x8_s(others, v128.load32_splat(weights + 4))
  )
}

/** 255 × 255, halved, times 16 449 is 255 times two to the power of this. */
const shift = 21
const rounding = 1 << (shift - 1)

/** Half of what so many rows of so many bytes add up to, each times its weight, in 16 bits: it fits with a sign. */
function addRows(first: usize, length: i32, most: i32, weights: usize, sums: usize): void {
  let count = most
  while (count > 1 && load<u8>(weights + count - 1) === 0) count--
  for (let at = 0; at < length; at += 16) {
    let low = i16x8.splat(0)
    let high = i16x8.splat(0)
    let row = first + at
    for (let n = 0; n < count; n++) {
      const weight = v128.load8_splat(weights + n)
      const values = v128.load(row)
      low = i16x8.add(low, i16x8.extmul_low_i8x16_u(values, weight))
      high = i16x8.add(high, i16x8.extmul_high_i8x16_u(values, weight))
      row += length
    }
    v128.store(sums + (at << 1), i16x8.shr_u(low, 1))
    v128.store(sums + (at << 1), i16x8.shr_u(high, 1), 16)
  }
}

/**
 * Pixels of red, green, blue and how much of the ground they cover become pixels of three bytes, on white, in their
 * place.
 */
export function flatten(pixels: usize, count: i32): void {
  for (let at = 0; at < count; at++) {
    const from = pixels + 4 * at
    const to = pixels + 3 * at
    const alpha = <u32>load<u8>(from, 3)
    const ground = 255 * (255 - alpha) + 127
    const red = (<u32>load<u8>(from) * alpha + ground) / 255
    const green = (<u32>load<u8>(from, 1) * alpha + ground) / 255
    const blue = (<u32>load<u8>(from, 2) * alpha + ground) / 255
    store<u8>(to, red)
    store<u8>(to, green, 1)
    store<u8>(to, blue, 2)
  }
}

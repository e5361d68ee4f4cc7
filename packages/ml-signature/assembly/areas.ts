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

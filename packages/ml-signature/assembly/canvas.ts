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

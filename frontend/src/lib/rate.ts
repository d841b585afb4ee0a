/** A frame rate as people write it: "24/1" -> "24", "30000/1001" -> "29.97". What is no fraction stays as it is. */
export function formatRate(fraction: string): string {
  const [over = Number.NaN, under = Number.NaN] = fraction.split('/').map(Number);
  const rate = over / under;
  return Number.isFinite(rate) ? String(Number(rate.toFixed(3))) : fraction;
}

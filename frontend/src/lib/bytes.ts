const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/** File sizes in powers of 1,000, as the systems of most users show them: 1536000 -> "1.5 MB". */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = unit === 0 || value >= 99.5 ? 0 : 1;
  return `${value.toFixed(digits)} ${UNITS[unit] ?? 'B'}`;
}

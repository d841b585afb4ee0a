/** The colours that canvases draw with, read once for a scheme and not with every picture. */
const NAMES = {
  surface: '--le-surface',
  sunken: '--le-sunken',
  line: '--le-line',
  lineStrong: '--le-line-strong',
  ink: '--le-ink',
  inkDim: '--le-ink-dim',
  act: '--le-act',
  actWash: '--le-act-wash',
} as const;

export type Palette = Record<keyof typeof NAMES, string> & { font: string };

export function readPalette(element: Element): Palette {
  const style = getComputedStyle(element);
  const colours = Object.fromEntries(
    Object.entries(NAMES).map(([name, variable]) => [name, style.getPropertyValue(variable).trim()]),
  ) as Record<keyof typeof NAMES, string>;
  return { ...colours, font: style.fontFamily };
}

/**
 * Key combinations as text: "Mod+K", "Shift+ArrowLeft", "Space", "?", ".". `Mod` is Ctrl, or Command on a Mac.
 * Letters ignore case and name Shift; other printable characters are matched by what they print, so "?" needs no
 * "Shift" in its name, whatever the keyboard's layout.
 */

export interface Combo {
  mod: boolean;
  alt: boolean;
  shift: boolean;
  key: string;
}

export interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/** Chinese layouts print full-width punctuation on the same keys. */
const FULL_WIDTH: Record<string, string> = { '，': ',', '。': '.', '？': '?', '＋': '+', '－': '-', '＝': '=' };

const isLetter = (key: string): boolean => /^[a-z]$/i.test(key);
const isPrintable = (key: string): boolean => key.length === 1;

function canonicalKey(key: string): string {
  if (key === ' ') {
    return 'Space';
  }
  const plain = FULL_WIDTH[key] ?? key;
  return isLetter(plain) ? plain.toUpperCase() : plain;
}

/** Throws when the text names no key or a modifier it does not know. */
export function parseCombo(text: string): Combo {
  const parts = text === '+' ? ['+'] : text.endsWith('++') ? [...text.slice(0, -2).split('+'), '+'] : text.split('+');
  const key = parts.pop();
  if (key === undefined || key === '') {
    throw new Error(`No key in the combination "${text}"`);
  }
  const combo: Combo = { mod: false, alt: false, shift: false, key: canonicalKey(key) };
  for (const modifier of parts) {
    if (modifier === 'Mod') combo.mod = true;
    else if (modifier === 'Alt') combo.alt = true;
    else if (modifier === 'Shift') combo.shift = true;
    else throw new Error(`Unknown modifier "${modifier}" in the combination "${text}"`);
  }
  return combo;
}

export function matches(combo: Combo, press: KeyPress): boolean {
  const key = canonicalKey(press.key);
  const shiftIsPartOfTheSign = isPrintable(combo.key) && !isLetter(combo.key);
  return (
    key === combo.key &&
    combo.mod === (press.ctrlKey || press.metaKey) &&
    combo.alt === press.altKey &&
    (shiftIsPartOfTheSign || combo.shift === press.shiftKey)
  );
}

const SIGNS: Record<string, string> = { ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓', Escape: 'Esc' };

/** The caps to show for a combination, in order: ["Ctrl", "K"]. */
export function keyCaps(text: string, onMac: boolean): string[] {
  const combo = parseCombo(text);
  const caps: string[] = [];
  if (combo.mod) caps.push(onMac ? '⌘' : 'Ctrl');
  if (combo.alt) caps.push(onMac ? '⌥' : 'Alt');
  if (combo.shift) caps.push(onMac ? '⇧' : 'Shift');
  caps.push(SIGNS[combo.key] ?? combo.key);
  return caps;
}

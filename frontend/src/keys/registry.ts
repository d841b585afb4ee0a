import type { PlainMessageKey } from '@/i18n/catalogue';
import { matches, parseCombo, type Combo } from './combo';

export type KeyGroup = 'anywhere' | 'list' | 'playback' | 'marking' | 'question' | 'verdict';

export interface KeyBinding {
  /** One or more combinations, see `combo.ts`. */
  keys: readonly [string, ...string[]];
  /** What it does, as shown by the list of keys. */
  label: PlainMessageKey;
  group: KeyGroup;
  run: (event: KeyboardEvent) => void;
  /** A binding that is off stays in the list but does not fire. */
  enabled?: boolean;
  /** Also fires while a text field has the focus. Only for combinations with Mod or Alt. */
  whileTyping?: boolean;
  /** Fires again while the key is held down. */
  repeats?: boolean;
  /** Also fires while a dialog is open over the page. */
  inDialogs?: boolean;
}

interface Registered {
  binding: KeyBinding;
  combos: Combo[];
}

const TEXT_INPUTS = new Set([
  'text', 'search', 'email', 'password', 'url', 'tel', 'number', 'date', 'time', 'datetime-local', 'month', 'week',
]);

/** Roles that already give a meaning to Space, Enter, arrows, Home and End. */
const OWN_KEYS =
  'button, a[href], summary, select, input, [role="button"], [role="menuitem"], [role="menuitemradio"], ' +
  '[role="option"], [role="tab"], [role="slider"], [role="switch"], [role="radio"], [role="combobox"], ' +
  '[role="spinbutton"], [role="separator"][tabindex]';

const WIDGET_KEYS = new Set(['Space', 'Enter', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End']);
const PRESS_KEYS = new Set(['Space', 'Enter']);

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) {
    return false;
  }
  if (target.isContentEditable || target instanceof HTMLTextAreaElement) {
    return true;
  }
  return target instanceof HTMLInputElement && TEXT_INPUTS.has(target.type);
}

/** A focused button keeps Space and Enter; a slider, tab or menu also keeps its arrows. */
function widgetKeeps(target: EventTarget | null, combo: Combo): boolean {
  if (!(target instanceof Element) || combo.mod || combo.alt || !WIDGET_KEYS.has(combo.key)) {
    return false;
  }
  const widget = target.closest(OWN_KEYS);
  if (widget === null) {
    return false;
  }
  const onlyPressed = widget.matches('button:not([role]), a[href]:not([role]), summary, [role="button"]');
  return onlyPressed ? PRESS_KEYS.has(combo.key) : true;
}

/**
 * The one place that listens to the keyboard for shortcuts. The binding registered last wins, so a page overrides
 * the shell and a panel its page. Nothing fires while somebody types or an input method composes a character.
 */
export class KeyRegistry {
  private stack: Registered[] = [];
  private listeners = new Set<() => void>();
  private shown: readonly KeyBinding[] = [];

  add(bindings: readonly KeyBinding[]): () => void {
    const added = bindings.map((binding) => {
      const combos = binding.keys.map(parseCombo);
      if (binding.whileTyping === true && combos.some((combo) => !combo.mod && !combo.alt)) {
        throw new Error(`"${binding.label}" would fire on plain typing: give it Mod or Alt`);
      }
      return { binding, combos };
    });
    this.stack = [...this.stack, ...added];
    this.changed();
    return () => {
      this.stack = this.stack.filter((entry) => !added.includes(entry));
      this.changed();
    };
  }

  /** Handles one key press; tells whether a binding took it. */
  handle(event: KeyboardEvent): boolean {
    // keyCode 229 is the only sign of composition that every browser gives on the first and the last key.
    // eslint-disable-next-line @typescript-eslint/no-deprecated
    if (event.defaultPrevented || event.isComposing || event.keyCode === 229) {
      return false;
    }
    const typing = isTyping(event.target);
    const dialogOpen = document.querySelector('[aria-modal="true"]') !== null;
    for (const { binding, combos } of this.stack.toReversed()) {
      const combo = combos.find((candidate) => matches(candidate, event));
      if (
        combo === undefined ||
        binding.enabled === false ||
        (typing && binding.whileTyping !== true) ||
        (dialogOpen && binding.inDialogs !== true) ||
        (event.repeat && binding.repeats !== true) ||
        widgetKeeps(event.target, combo)
      ) {
        continue;
      }
      event.preventDefault();
      binding.run(event);
      return true;
    }
    return false;
  }

  /** What is registered now, first come first; the same array until something changes. */
  list = (): readonly KeyBinding[] => this.shown;

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  };

  private changed(): void {
    this.shown = this.stack.map((entry) => entry.binding);
    this.listeners.forEach((listener) => listener());
  }
}

export const keyRegistry = new KeyRegistry();

import { afterEach, describe, expect, it, vi } from 'vitest';
import { keyCaps, matches, parseCombo } from './combo';
import { KeyRegistry, type KeyBinding } from './registry';

const press = (key: string, init: KeyboardEventInit = {}, on: EventTarget = document.body): KeyboardEvent => {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init });
  on.dispatchEvent(event);
  return event;
};

const FIRST_KEY_OF_A_COMPOSITION: object = { keyCode: 229 };

const bind = (keys: KeyBinding['keys'], run: () => void, rest: Partial<KeyBinding> = {}): KeyBinding => ({
  keys,
  run,
  label: 'keys.palette',
  group: 'anywhere',
  ...rest,
});

const put = (html: string): HTMLElement => {
  document.body.innerHTML = html;
  const first = document.body.firstElementChild;
  if (!(first instanceof HTMLElement)) throw new Error('nothing put');
  return first;
};

afterEach(() => {
  document.body.innerHTML = '';
});

describe('combinations', () => {
  const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

  it('matches letters by name and modifiers exactly', () => {
    expect(matches(parseCombo('Mod+K'), { ...plain, key: 'k', ctrlKey: true })).toBe(true);
    expect(matches(parseCombo('Mod+K'), { ...plain, key: 'k', metaKey: true })).toBe(true);
    expect(matches(parseCombo('K'), { ...plain, key: 'k', ctrlKey: true })).toBe(false);
    expect(matches(parseCombo('Mod+Z'), { ...plain, key: 'Z', ctrlKey: true, shiftKey: true })).toBe(false);
    expect(matches(parseCombo('Mod+Shift+Z'), { ...plain, key: 'Z', ctrlKey: true, shiftKey: true })).toBe(true);
  });

  it('matches signs by what they print, full width as well', () => {
    expect(matches(parseCombo('?'), { ...plain, key: '?', shiftKey: true })).toBe(true);
    expect(matches(parseCombo(','), { ...plain, key: '，' })).toBe(true);
    expect(matches(parseCombo('+'), { ...plain, key: '+', shiftKey: true })).toBe(true);
    expect(matches(parseCombo('Mod++'), { ...plain, key: '+', ctrlKey: true })).toBe(true);
    expect(matches(parseCombo('Space'), { ...plain, key: ' ' })).toBe(true);
  });

  it('refuses unknown modifiers and missing keys', () => {
    expect(() => parseCombo('Hyper+K')).toThrow('Hyper');
    expect(() => parseCombo('Mod+')).toThrow('No key');
  });

  it('writes caps for either platform', () => {
    expect(keyCaps('Mod+Shift+Z', false)).toEqual(['Ctrl', 'Shift', 'Z']);
    expect(keyCaps('Mod+K', true)).toEqual(['⌘', 'K']);
    expect(keyCaps('Shift+ArrowLeft', false)).toEqual(['Shift', '←']);
  });
});

describe('the registry', () => {
  const listen = (registry: KeyRegistry): void => {
    document.body.addEventListener('keydown', (event) => registry.handle(event), { once: true });
  };

  it('fires on the page and not while typing', () => {
    const registry = new KeyRegistry();
    const run = vi.fn();
    registry.add([bind(['K'], run)]);
    listen(registry);
    press('k');
    expect(run).toHaveBeenCalledTimes(1);
    for (const html of ['<input type="text">', '<textarea></textarea>', '<div contenteditable="true"></div>']) {
      const field = put(html);
      listen(registry);
      press('k', {}, field);
    }
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('lets combinations marked for it through while typing, but never during composition', () => {
    const registry = new KeyRegistry();
    const run = vi.fn();
    registry.add([bind(['Mod+Enter'], run, { whileTyping: true })]);
    const field = put('<textarea></textarea>');
    listen(registry);
    press('Enter', { ctrlKey: true }, field);
    expect(run).toHaveBeenCalledTimes(1);
    listen(registry);
    press('Enter', { ctrlKey: true, isComposing: true }, field);
    listen(registry);
    press('Enter', { ctrlKey: true, ...FIRST_KEY_OF_A_COMPOSITION }, field);
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('refuses plain keys that would fire while typing', () => {
    expect(() => new KeyRegistry().add([bind(['X'], vi.fn(), { whileTyping: true })])).toThrow('plain typing');
  });

  it('leaves Space to a focused button and arrows to a slider', () => {
    const registry = new KeyRegistry();
    const play = vi.fn();
    const step = vi.fn();
    registry.add([bind(['Space'], play), bind(['ArrowRight'], step)]);
    const button = put('<button>Go</button>');
    listen(registry);
    press(' ', {}, button);
    expect(play).not.toHaveBeenCalled();
    listen(registry);
    press('ArrowRight', {}, button);
    expect(step).toHaveBeenCalledTimes(1);
    const slider = put('<div role="slider" tabindex="0"></div>');
    listen(registry);
    press('ArrowRight', {}, slider);
    expect(step).toHaveBeenCalledTimes(1);
  });

  it('gives way to the binding registered last, and back when that one goes', () => {
    const registry = new KeyRegistry();
    const shell = vi.fn();
    const page = vi.fn();
    registry.add([bind(['N'], shell)]);
    const remove = registry.add([bind(['N'], page)]);
    listen(registry);
    press('n');
    expect([shell.mock.calls.length, page.mock.calls.length]).toEqual([0, 1]);
    remove();
    listen(registry);
    press('n');
    expect([shell.mock.calls.length, page.mock.calls.length]).toEqual([1, 1]);
  });

  it('rests while a dialog is open and on auto-repeat, unless told otherwise', () => {
    const registry = new KeyRegistry();
    const once = vi.fn();
    const always = vi.fn();
    registry.add([bind(['A'], once), bind(['B'], always, { repeats: true, inDialogs: true })]);
    put('<div aria-modal="true" role="dialog"></div>');
    listen(registry);
    press('a');
    listen(registry);
    press('b', { repeat: true });
    put('<p></p>');
    listen(registry);
    press('a', { repeat: true });
    expect([once.mock.calls.length, always.mock.calls.length]).toEqual([0, 1]);
  });
});

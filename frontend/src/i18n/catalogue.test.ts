import { describe, expect, it } from 'vitest';
import { catalogues, fill } from './catalogue';
import { makeI18n } from './I18n';

const places = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '').sort();

describe('the message catalogues', () => {
  const { en, 'zh-CN': zh } = catalogues;

  it('have the same keys', () => {
    expect(Object.keys(zh).sort()).toEqual(Object.keys(en).sort());
  });

  it('have the same values in each message, except that Chinese may leave out a count of one', () => {
    const differing = Object.keys(en).filter((key) => {
      const one = key.endsWith('.one');
      const [left, right] = [places(en[key as keyof typeof en]), places(zh[key as keyof typeof en])];
      return !one && left.join() !== right.join();
    });
    expect(differing).toEqual([]);
  });

  it('have no empty message and no exclamation mark', () => {
    for (const catalogue of [en, zh]) {
      expect(Object.entries(catalogue).filter(([, text]) => text.trim() === '' || /[!！]/.test(text))).toEqual([]);
    }
  });

  it('have both forms of every message that counts', () => {
    const stems = Object.keys(en).filter((key) => key.endsWith('.other')).map((key) => key.slice(0, -6));
    expect(stems.filter((stem) => !Object.hasOwn(en, `${stem}.one`))).toEqual([]);
  });
});

describe('messages', () => {
  it('take their values and refuse to be shown without them', () => {
    expect(fill('{a} of {b}', { a: 1, b: 'two' })).toBe('1 of two');
    expect(() => fill('{a}', {})).toThrow('{a}');
  });

  it('count in the language of the page', () => {
    const english = makeI18n('en', () => undefined);
    const chinese = makeI18n('zh-CN', () => undefined);
    expect(english.tn('count.questions', 1)).toBe('1 question');
    expect(english.tn('count.questions', 1200)).toBe('1,200 questions');
    expect(chinese.tn('count.questions', 3)).toBe('3 道题');
  });

  it('say how long ago something was', () => {
    const { ago } = makeI18n('en', () => undefined);
    const now = Date.parse('2026-03-01T12:00:00Z');
    expect(ago('2026-03-01T11:57:00Z', now)).toBe('3 minutes ago');
    expect(ago('2026-02-28T12:00:00Z', now)).toBe('yesterday');
  });
});

import { createContext, use, useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import {
  catalogues,
  fill,
  LANGUAGES,
  type CountedMessageKey,
  type Language,
  type MessageKey,
  type MessageParams,
} from './catalogue';

type Values<Key extends MessageKey> = [MessageParams<Key>] extends [never]
  ? []
  : [values: Record<MessageParams<Key>, string | number>];

export type Translate = <Key extends MessageKey>(key: Key, ...values: Values<Key>) => string;

export interface I18n {
  language: Language;
  setLanguage: (language: Language) => void;
  /** The message, with its values put in. */
  t: Translate;
  /** The singular or plural form of a message that counts something. */
  tn: (key: CountedMessageKey, count: number) => string;
  /** Whether a key that was put together at run time (an error code, a state) has a message. */
  has: (key: string) => key is MessageKey;
  number: (value: number) => string;
  percent: (share: number) => string;
  date: (iso: string) => string;
  dateTime: (iso: string) => string;
  /** "3 minutes ago", from `now` (milliseconds) or the present. */
  ago: (iso: string, now?: number) => string;
}

const STORED = 'longemo.language';

const isLanguage = (value: string | null): value is Language => LANGUAGES.some(({ id }) => id === value);

function firstLanguage(): Language {
  const stored = localStorage.getItem(STORED);
  if (isLanguage(stored)) {
    return stored;
  }
  return navigator.language.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en';
}

const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 30],
  ['month', 12],
  ['year', Number.POSITIVE_INFINITY],
];

export function makeI18n(language: Language, setLanguage: (language: Language) => void): I18n {
  const catalogue = catalogues[language];
  const plural = new Intl.PluralRules(language);
  const integers = new Intl.NumberFormat(language);
  const percents = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 });
  const dates = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
  const dateTimes = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const t = (key: MessageKey, values?: Record<string, string | number>): string => fill(catalogue[key], values ?? {});
  return {
    language,
    setLanguage,
    t,
    tn: (key, count) => {
      const form = plural.select(count) === 'one' ? 'one' : 'other';
      return fill(catalogue[`${key}.${form}`], { count: integers.format(count) });
    },
    has: (key): key is MessageKey => Object.hasOwn(catalogue, key),
    number: (value) => integers.format(value),
    percent: (share) => percents.format(share),
    date: (iso) => dates.format(new Date(iso)),
    dateTime: (iso) => dateTimes.format(new Date(iso)),
    ago: (iso, now = Date.now()) => {
      let value = (new Date(iso).getTime() - now) / 1000;
      for (const [unit, size] of STEPS) {
        if (Math.abs(value) < size) {
          return relative.format(Math.round(value), unit);
        }
        value /= size;
      }
      return '';
    },
  };
}

const Context = createContext<I18n | null>(null);

export function I18nProvider({ children, initial }: { children: ReactNode; initial?: Language }) {
  const [language, setState] = useState<Language>(() => initial ?? firstLanguage());
  const setLanguage = useCallback((next: Language) => {
    localStorage.setItem(STORED, next);
    setState(next);
  }, []);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const value = useMemo(() => makeI18n(language, setLanguage), [language, setLanguage]);
  return <Context value={value}>{children}</Context>;
}

export function useI18n(): I18n {
  const value = use(Context);
  if (value === null) {
    throw new Error('useI18n needs I18nProvider above it');
  }
  return value;
}

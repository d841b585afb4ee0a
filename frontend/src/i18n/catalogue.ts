import { en } from './en';
import { zhCn } from './zh-CN';

export type MessageKey = keyof typeof en;

type ParamsIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamsIn<Rest> : never;

/** The names that a message's text needs, read from the English text itself. */
export type MessageParams<Key extends MessageKey> = ParamsIn<(typeof en)[Key]>;

/** Keys of messages that need no values. */
export type PlainMessageKey = {
  [Key in MessageKey]: [MessageParams<Key>] extends [never] ? Key : never;
}[MessageKey];

/** Keys that come in two forms, `<key>.one` and `<key>.other`, both with `{count}`. */
export type CountedMessageKey = {
  [Key in MessageKey]: Key extends `${infer Stem}.other` ? (`${Stem}.one` extends MessageKey ? Stem : never) : never;
}[MessageKey];

export type Language = 'en' | 'zh-CN';

export const LANGUAGES: readonly { id: Language; name: string }[] = [
  { id: 'en', name: 'English' },
  { id: 'zh-CN', name: '简体中文' },
];

export const catalogues: Record<Language, Record<MessageKey, string>> = { en, 'zh-CN': zhCn };

/** Puts values in their places; a place without a value is a mistake of the program and is thrown. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (_place, name: string) => {
    const value = values[name];
    if (value === undefined) {
      throw new Error(`No value for {${name}} in "${text}"`);
    }
    return String(value);
  });
}

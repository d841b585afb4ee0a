import type { I18n } from './I18n';

/**
 * The message under a key that is put together at run time, such as `domain.${domain}`; the fallback for a value
 * that the catalogue does not know (a person's own domain, a code added to the server later).
 */
export function translated({ t, has }: I18n, key: string, fallback: string): string {
  // `has` has looked the key up; the messages behind such keys take no values.
  return has(key) ? (t as (plain: string) => string)(key) : fallback;
}

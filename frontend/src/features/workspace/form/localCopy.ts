import type { Content } from './draft';

/** What was typed and is not on the server yet, kept in this browser. */
export interface LocalCopy {
  /** The saved version that it was made from. */
  version: number;
  content: Content;
}

export interface CopyStore {
  read: () => LocalCopy | null;
  write: (copy: LocalCopy) => void;
  clear: () => void;
}

const isCopy = (value: unknown): value is LocalCopy =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Partial<LocalCopy>).version === 'number' &&
  typeof (value as Partial<LocalCopy>).content === 'object';

/** The copy of one person's one question. A browser that keeps nothing (full, private) is no error: the server has it. */
export function copyStore(personId: number, questionId: number): CopyStore {
  const key = `longemo.draft.${personId}.${questionId}`;
  return {
    read: () => {
      try {
        const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
        return isCopy(value) ? value : null;
      } catch {
        return null;
      }
    },
    write: (copy) => {
      try {
        localStorage.setItem(key, JSON.stringify(copy));
      } catch {
        // Full: the server still gets it.
      }
    },
    clear: () => localStorage.removeItem(key),
  };
}

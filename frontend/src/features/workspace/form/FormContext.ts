import { createContext, use } from 'react';
import type { Schema } from '@/api/client';
import type { Playback } from '@/player';
import type { Draft, DraftAction, Task } from './draft';
import type { Finding } from './findings';

export interface FormState {
  draft: Draft;
  act: (action: DraftAction, gesture?: string) => void;
  task: Task;
  vocabulary: Schema<'Vocabulary'>;
  findings: readonly Finding[];
  playback: Playback;
}

const Context = createContext<FormState | null>(null);

export const FormProvider = Context;

/** The question being written; only inside its form. */
export function useForm(): FormState {
  const value = use(Context);
  if (value === null) {
    throw new Error('useForm needs FormProvider above it');
  }
  return value;
}

/** Undo and redo over immutable states. */
export interface History<State> {
  past: readonly State[];
  present: State;
  future: readonly State[];
  /** The gesture that made the present state; its further changes replace it instead of adding a step. */
  gesture: string | null;
}

const MOST_STEPS = 200;

export const begin = <State>(present: State): History<State> => ({ past: [], present, future: [], gesture: null });

/** A new present. With the `gesture` of the last change (one drag, one burst of arrow keys) both are one step. */
export function change<State>(history: History<State>, present: State, gesture: string | null = null): History<State> {
  if (present === history.present) {
    return history;
  }
  if (gesture !== null && gesture === history.gesture) {
    return { ...history, present, future: [] };
  }
  return { past: [...history.past, history.present].slice(-MOST_STEPS), present, future: [], gesture };
}

export function undo<State>(history: History<State>): History<State> {
  const present = history.past.at(-1);
  return present === undefined
    ? history
    : { past: history.past.slice(0, -1), present, future: [history.present, ...history.future], gesture: null };
}

export function redo<State>(history: History<State>): History<State> {
  const [present, ...future] = history.future;
  return present === undefined
    ? history
    : { past: [...history.past, history.present], present, future, gesture: null };
}

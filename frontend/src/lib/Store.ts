/** A state that components watch: replaced, never changed, and told of only when something differs. */
export class Store<State extends object> {
  private readonly listeners = new Set<() => void>();
  protected state: State;

  constructor(state: State) {
    this.state = state;
  }

  getState = (): State => this.state;

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  };

  protected set(changes: Partial<State>): void {
    const differs = (Object.keys(changes) as (keyof State)[]).some((name) => !Object.is(changes[name], this.state[name]));
    if (differs) {
      this.state = { ...this.state, ...changes };
      this.listeners.forEach((listener) => listener());
    }
  }
}

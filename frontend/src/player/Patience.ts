const SLOW_AFTER = 8_000;

/** Says so when what is waited for has not come after a while. */
export class Patience {
  private timer = 0;

  constructor(private readonly onSlow: () => void) {}

  begin(): void {
    this.end();
    this.timer = window.setTimeout(this.onSlow, SLOW_AFTER);
  }

  end(): void {
    window.clearTimeout(this.timer);
  }
}

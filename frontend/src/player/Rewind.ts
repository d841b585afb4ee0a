/** Browsers play forwards only: playing backwards is one seek after another. This says where each of them goes. */
export class Rewind {
  private begun: { from: number; at: number } | null = null;

  begin(from: number): void {
    this.begun = { from, at: performance.now() };
  }

  stop(): void {
    this.begun = null;
  }

  /** Where a tape running backwards at `rate` is now; null when it does not run. */
  target(rate: number): number | null {
    if (this.begun === null) {
      return null;
    }
    return this.begun.from - ((performance.now() - this.begun.at) / 1000) * rate;
  }
}

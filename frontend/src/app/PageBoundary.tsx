import { Component, type ReactNode } from 'react';
import { ErrorPanel } from '@/components/ErrorPanel';

/** The last net: what no route caught. Shows the error in place of the whole page. */
export class PageBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override render(): ReactNode {
    return this.state.error === null ? this.props.children : <ErrorPanel error={this.state.error} />;
  }
}

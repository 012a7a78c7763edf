import type { ReactNode } from 'react';
import { Component } from 'react';

/** Keeps a fault in one page from taking the frame with it. */
export class PageBoundary extends Component<{ message: string; children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  override render(): ReactNode {
    return this.state.broken ? (
      <p className="problem" role="alert">
        {this.props.message}
      </p>
    ) : (
      this.props.children
    );
  }
}

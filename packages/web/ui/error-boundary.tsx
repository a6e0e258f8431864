import { Button } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { useText } from '../text/text.tsx';
import { EmptyState } from './empty-state.tsx';

function Broken({ again }: { again: () => void }) {
  const t = useText();
  return (
    <div role="alert">
      <EmptyState title={t('error.title')} help={t('error.screen')} />
      <div style={{ textAlign: 'center' }}>
        <Button variant="default" onClick={again}>
          {t('action.retry')}
        </Button>
      </div>
    </div>
  );
}

/** Keeps a broken part from taking the frame with it; `resetOn` (the path) gives the next screen a fresh start. */
export class ErrorBoundary extends Component<{ resetOn?: string; children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  override componentDidUpdate(before: { resetOn?: string }): void {
    if (this.state.broken && before.resetOn !== this.props.resetOn) this.setState({ broken: false });
  }

  override render(): ReactNode {
    return this.state.broken ? (
      <Broken again={() => this.setState({ broken: false })} />
    ) : (
      this.props.children
    );
  }
}

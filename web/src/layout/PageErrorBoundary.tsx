import { RotateCw } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Bar } from './Bar.tsx';
import { PageFrame } from './PageFrame.tsx';

type Props = { path: string; children: ReactNode };
type State = { failed: boolean; path: string };

/**
 * A page that could not be fetched (offline, or a newer version has replaced its chunk) or that failed while drawing.
 * Going somewhere else starts afresh.
 */
export class PageErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false, path: this.props.path };

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true };
  }

  static getDerivedStateFromProps({ path }: Props, state: State): Partial<State> | null {
    return path === state.path ? null : { failed: false, path };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <PageFrame header={<Bar />} className="max-w-text py-16">
        <h1 className="sr-only">Error</h1>
        <EmptyState
          icon={<RotateCw />}
          hint="Check your connection, then reload. If a new version has just arrived, reloading brings it."
          action={
            <Button variant="primary" onClick={() => window.location.reload()}>
              Reload
            </Button>
          }
        >
          This page could not be loaded.
        </EmptyState>
      </PageFrame>
    );
  }
}

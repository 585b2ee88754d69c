import { RotateCw } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { titleOf } from '../navigation/arrival.ts';
import { pathTo } from '../paths.ts';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Bar } from './Bar.tsx';
import { PageFrame } from './PageFrame.tsx';

type Props = { path: string; children: ReactNode };
type State = { error: unknown; path: string };

/** In the words of every browser: a module, or the styles that come with one, did not arrive. */
const DID_NOT_COME = /module|preload/i;

/**
 * A page that could not be fetched (offline, or a newer version has replaced its chunk) or that failed while drawing.
 * Going somewhere else starts afresh; the way home fetches the app again.
 */
export class PageErrorBoundary extends Component<Props, State> {
  override state: State = { error: undefined, path: this.props.path };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: error ?? true };
  }

  static getDerivedStateFromProps({ path }: Props, state: State): Partial<State> | null {
    return path === state.path ? null : { error: undefined, path };
  }

  override componentDidCatch(): void {
    document.title = titleOf('Error');
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    const didNotCome = error instanceof Error && DID_NOT_COME.test(error.message);
    return (
      <PageFrame header={<Bar />} className="max-w-text py-16">
        <h1 className="sr-only">Error</h1>
        <div role="alert">
          <EmptyState
            icon={<RotateCw />}
            hint={
              didNotCome
                ? 'You may be offline, or a new version has just arrived: reloading brings it. Everything you have saved is safe.'
                : 'The fault is ours. Everything you have saved is safe. Please reload, or go on from the Home Page.'
            }
            action={
              <>
                <ButtonLink href={pathTo('home')}>Home Page</ButtonLink>
                <Button variant="primary" onClick={() => window.location.reload()}>
                  Reload
                </Button>
              </>
            }
          >
            {didNotCome ? 'This page could not be loaded.' : 'Something went wrong on this page.'}
          </EmptyState>
        </div>
      </PageFrame>
    );
  }
}

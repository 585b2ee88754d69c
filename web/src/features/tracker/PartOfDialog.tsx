import { Component, type ReactNode, Suspense } from 'react';
import { Button } from '../../ui/Button.tsx';
import { sayMissing } from '../../ui/toasts.ts';

type Props = {
  /** What is drawn, in a chunk of its own. */
  of: { preload: () => Promise<unknown> };
  /** Keeps the place: the part is fetched ahead, but somebody may be quicker. */
  room: string;
  /** Said when it does not come: 'Messages need a connection.' */
  missing: string;
  children: ReactNode;
};
type State = { isMissing: boolean };

/** A part of a dialog that loads separately: without a connection the rest of the dialog still works. */
export class PartOfDialog extends Component<Props, State> {
  override state: State = { isMissing: false };

  static getDerivedStateFromError(): State {
    return { isMissing: true };
  }

  /** Once it has come, it is drawn without another request. */
  readonly tryAgain = () =>
    this.props.of.preload().then(() => this.setState({ isMissing: false }), sayMissing);

  override render(): ReactNode {
    const { room, missing, children } = this.props;
    if (!this.state.isMissing) return <Suspense fallback={<div className={room} />}>{children}</Suspense>;
    return (
      <p role="alert" className="mb-5 flex flex-wrap items-center gap-3 text-small text-ink-soft">
        {missing}
        <Button size="small" onClick={() => void this.tryAgain()}>
          Try again
        </Button>
      </p>
    );
  }
}

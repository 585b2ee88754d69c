import { type ReactNode, useEffect, useRef } from 'react';
import type { Failure } from '../api/failure.ts';
import { Alert } from '../ui/Alert.tsx';
import { FieldError } from '../ui/Field.tsx';

type FormFailureProps = { failure: Failure | undefined; className?: string };

/** Why a form was not accepted, unless it is said beside a field. */
export function FormFailure(props: FormFailureProps) {
  return (
    <Place {...props}>
      {({ sentence, hint }) => (
        <Alert tone="error">
          <p>{sentence}</p>
          {hint && <p className="text-ink-soft">{hint}</p>}
        </Alert>
      )}
    </Place>
  );
}

/** The same as a line of text, for below a heading. */
export function FormFailureLine(props: FormFailureProps) {
  return (
    <Place {...props}>
      {({ sentence, hint }) => (
        <div role="alert" className="text-small">
          <FieldError>
            {sentence} {hint && <span className="text-ink-soft">{hint}</span>}
          </FieldError>
        </div>
      )}
    </Place>
  );
}

type PlaceProps = FormFailureProps & { children: (failure: Failure) => ReactNode };

/** Takes the focus, so that it is read out and comes into sight. */
function Place({ failure, className, children }: PlaceProps) {
  const box = useRef<HTMLDivElement>(null);
  const shown = failure?.field === undefined ? failure : undefined;
  useEffect(() => {
    if (shown) box.current?.focus();
  }, [shown]);
  return (
    <div ref={box} tabIndex={-1} className={className}>
      {shown && children(shown)}
    </div>
  );
}

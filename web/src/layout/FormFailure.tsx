import { useEffect, useRef } from 'react';
import type { Failure } from '../api/failure.ts';
import { Alert } from '../ui/Alert.tsx';

/** Why a form was not accepted. Takes the focus, so that it is read out and comes into sight. */
export function FormFailure({ failure, className }: { failure: Failure | undefined; className?: string }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failure) box.current?.focus();
  }, [failure]);
  return (
    <div ref={box} tabIndex={-1} className={className}>
      <Alert tone="error">
        {failure && (
          <>
            <p>{failure.sentence}</p>
            {failure.hint && <p className="text-ink-soft">{failure.hint}</p>}
          </>
        )}
      </Alert>
    </div>
  );
}

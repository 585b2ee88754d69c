import { type SubmitEvent, useRef, useState } from 'react';
import { type Failure, failureOf, type Unsure } from './failure.ts';

/** Reads a text field of a form. */
export const textOf = (form: FormData, name: string) => {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
};

/**
 * Sends a form once at a time. The fields are the browser's own: what was typed before the page came alive counts,
 * and everything stays as it was after a failure. After success it stays busy: the form is about to go away, and a
 * button that wakes up for a moment before looks like a fault. One that `stays` can be sent again.
 */
export function useSubmit(
  send: (form: FormData) => Promise<void>,
  sentence: (error: unknown) => string,
  { stays = false, unsure }: { stays?: boolean; unsure?: Unsure } = {},
) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  // State comes a render too late for the second of two quick presses.
  const sending = useRef(false);

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    setFailure(undefined);
    try {
      await send(new FormData(event.currentTarget));
      if (!stays) return;
    } catch (error) {
      setFailure(failureOf(error, sentence, unsure));
    }
    sending.current = false;
    setBusy(false);
  }

  return { busy, failure, onSubmit: (event: SubmitEvent<HTMLFormElement>) => void submit(event) };
}

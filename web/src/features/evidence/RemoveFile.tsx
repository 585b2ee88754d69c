import { Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { useFocusAfter } from '../../ui/focus.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import type { ShownFile } from './files.ts';

type Step = 'idle' | 'asking' | 'removing' | 'failed';

/** Asks in the place of what is to go: a photo of somebody's work may be the only one there is. */
export function useRemoval(file: ShownFile, onRemove: () => Promise<void>) {
  const [step, setStep] = useState<Step>('idle');
  const place = useRef<HTMLLIElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const wasAsked = useRef(false);
  useFocusAfter(place, focusBeside);

  useEffect(() => {
    if (step === 'idle' && wasAsked.current) opener.current?.focus();
    wasAsked.current = step !== 'idle';
  }, [step]);

  async function remove() {
    setStep('removing');
    try {
      await onRemove();
    } catch {
      setStep('failed');
    }
  }

  const ask: ReactNode = (
    <IconButton
      ref={opener}
      title={`Remove ${file.original_filename}`}
      icon={<Trash2 />}
      variant="danger"
      size="small"
      onClick={() => setStep('asking')}
    />
  );
  const question: ReactNode = (
    <Question
      step={step}
      name={file.original_filename}
      onKeep={() => setStep('idle')}
      onRemove={() => void remove()}
    />
  );
  return { place, isAsking: step !== 'idle', ask, question };
}

/** The next file, or what files are added with. Lost, the focus would begin again at the top of the dialog. */
export function focusBeside(gone: HTMLElement): void {
  const beside = gone.nextElementSibling ?? gone.previousElementSibling;
  const dialog = gone.closest('dialog');
  const next =
    beside?.querySelector<HTMLElement>('a') ??
    beside?.querySelector<HTMLElement>('button') ??
    dialog?.querySelector<HTMLElement>('[data-adds-files], input[type=file]') ??
    dialog?.querySelector('h2');
  next?.focus();
}

type QuestionProps = { step: Step; name: string; onKeep: () => void; onRemove: () => void };

/** 'Keep' stands where the bin stood and has the focus: a second press of a hasty hand removes nothing. */
function Question({ step, name, onKeep, onRemove }: QuestionProps) {
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    keep.current?.focus();
  }, []);
  return (
    <>
      <p role={step === 'failed' ? 'alert' : undefined} className="line-clamp-3 min-w-0 text-small">
        {step === 'failed' ? 'It could not be removed. Please try again.' : `Remove ${name}?`}
      </p>
      <Button size="small" variant="danger" busy={step === 'removing'} onClick={onRemove}>
        Remove
      </Button>
      <Button ref={keep} size="small" variant="ghost" disabled={step === 'removing'} onClick={onKeep}>
        Keep
      </Button>
    </>
  );
}

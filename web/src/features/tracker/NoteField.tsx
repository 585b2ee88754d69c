import { Plus } from 'lucide-react';
import { useState } from 'react';
import { NOTE_MAX } from '../../../../domain/attempts.ts';
import { Button } from '../../ui/Button.tsx';
import { TextareaField } from '../../ui/Field.tsx';

type NoteFieldProps = { note: string; onChange: (note: string) => void; error: string | undefined };

/** A note to oneself: a link until somebody wants one. */
export function NoteField({ note, onChange, error }: NoteFieldProps) {
  const [isOpen, setIsOpen] = useState(note !== '');
  if (!isOpen)
    return (
      <Button
        variant="ghost"
        size="small"
        className="-ml-3"
        icon={<Plus className="size-4" aria-hidden="true" />}
        onClick={() => setIsOpen(true)}
      >
        Add a note
      </Button>
    );
  return (
    <TextareaField
      label="Note"
      optional
      rows={2}
      maxLength={NOTE_MAX}
      value={note}
      hint="Only you see this."
      error={error}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was just asked for
      autoFocus={note === ''}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

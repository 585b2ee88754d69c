import { FileUp } from 'lucide-react';
import { type ChangeEvent, type DragEvent, type ReactNode, useRef, useState } from 'react';
import { Button } from './Button.tsx';
import { cx } from './cx.ts';

/** Two ways for a file of text: dropped where the text stands, or chosen by a button. */

type TakesFile = {
  /** With all that came together, where several may. */
  onFile: (file: File, all: readonly File[]) => void;
  disabled: boolean;
};

export function DropBox({ onFile, disabled, children }: TakesFile & { children: ReactNode }) {
  const [isOver, setOver] = useState(false);
  const carriesFile = (event: DragEvent) => !disabled && event.dataTransfer.types.includes('Files');
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the button does the same by key
    <div
      className={cx('rounded-md', isOver && 'outline-2 outline-offset-4 outline-accent outline-dashed')}
      onDragOver={(event) => {
        if (!carriesFile(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        const [file] = event.dataTransfer.files;
        if (!carriesFile(event) || !file) return;
        event.preventDefault();
        onFile(file, [...event.dataTransfer.files]);
      }}
    >
      {children}
    </div>
  );
}

/** What spreadsheets save a table as, for `accept`. */
export const TABLE_FILES = '.csv,.txt,.tsv,text/csv,text/plain';

type FileButtonProps = TakesFile & {
  /** What the file holds. */
  label: string;
  accept: string;
  multiple?: boolean;
};

export function FileButton({ label, accept, multiple = false, onFile, disabled }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  function chosen({ currentTarget }: ChangeEvent<HTMLInputElement>): void {
    const file = currentTarget.files?.[0];
    if (file) onFile(file, [...(currentTarget.files ?? [])]);
    // The same file may be corrected and chosen again.
    currentTarget.value = '';
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        multiple={multiple}
        aria-label={label}
        onChange={chosen}
      />
      <Button
        disabled={disabled}
        className="max-sm:flex-1 max-sm:px-2"
        icon={<FileUp className="size-4" aria-hidden="true" />}
        onClick={() => input.current?.click()}
      >
        Choose a file
      </Button>
    </>
  );
}

import { Camera, ImageUp, Upload } from 'lucide-react';
import { type ChangeEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { TOO_MANY_FILES } from '../../../../domain/evidence.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { useMediaQuery } from '../../ui/useMediaQuery.ts';

/**
 * All pictures, so that no photo is greyed out without a word: what is not taken is refused in one. An iPhone makes
 * JPEGs of its photos by itself.
 */
const ACCEPT = 'image/*,application/pdf';

type ChooserProps = { isFull: boolean; onFiles: (files: readonly File[]) => void };

/** Choose, drop or paste; on a phone choose or take a photo. Each is a real file field with a label. */
export function FileChooser({ isFull, onFiles }: ChooserProps) {
  const id = useId();
  const isTouch = useMediaQuery('(pointer: coarse)');
  const isOver = useDroppedAndPasted(onFiles);
  const supports = (
    <span id={id} className="text-small text-ink-soft">
      Supports: JPEG, PNG, GIF, PDF
    </span>
  );

  if (isFull) return <p className="flex min-h-18 items-center rounded-md bg-sunken px-4">{TOO_MANY_FILES}</p>;
  if (isTouch)
    return (
      <div className="grid grid-cols-2 gap-2">
        <Pick className={buttonClass()} describedBy={id} onFiles={onFiles}>
          <ImageUp className="mr-2 size-4.5" />
          Choose files
        </Pick>
        <Pick className={buttonClass()} describedBy={id} onFiles={onFiles} takesPhoto>
          <Camera className="mr-2 size-4.5" />
          Take photo
        </Pick>
        <p className="col-span-2">{supports}</p>
      </div>
    );
  return (
    <Pick
      className={cx(
        'flex min-h-18 cursor-pointer items-center gap-3 rounded-md border border-dashed px-4 py-3',
        isOver ? 'border-accent bg-accent-soft' : 'border-line-strong hover:bg-hover',
      )}
      describedBy={id}
      onFiles={onFiles}
    >
      <Upload className="size-5 shrink-0 text-ink-soft" />
      <span className="grid">
        <span>
          <span className="font-medium text-accent">Choose files</span>, or drop or paste
        </span>
        {supports}
      </span>
    </Pick>
  );
}

type PickProps = {
  className: string;
  describedBy: string;
  takesPhoto?: boolean;
  onFiles: ChooserProps['onFiles'];
  children: ReactNode;
};

function Pick({ className, describedBy, takesPhoto = false, onFiles, children }: PickProps) {
  function chosen({ currentTarget: field }: ChangeEvent<HTMLInputElement>) {
    onFiles([...(field.files ?? [])]);
    // Else the same file, chosen once more, would be no change.
    field.value = '';
  }
  return (
    <label className={cx('relative has-focus-visible:outline-2 outline-offset-2 outline-accent', className)}>
      <input
        type="file"
        className="sr-only"
        accept={takesPhoto ? 'image/*' : ACCEPT}
        multiple={!takesPhoto}
        capture={takesPhoto ? 'environment' : undefined}
        aria-describedby={describedBy}
        onChange={chosen}
      />
      {children}
    </label>
  );
}

const hasFiles = (data: DataTransfer | null): data is DataTransfer => data?.types.includes('Files') ?? false;

/**
 * The dialog is over everything, so whatever is dropped or pasted is meant for it. Missing the field by a little
 * would otherwise make the browser open the file, and leave the page. Returns whether a file hovers.
 */
function useDroppedAndPasted(onFiles: ChooserProps['onFiles']): boolean {
  const [isOver, setOver] = useState(false);
  const take = useRef(onFiles);
  useEffect(() => {
    take.current = onFiles;
  });

  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      setOver(true);
    };
    const left = (event: DragEvent) => {
      // Nothing is entered instead: out of the window.
      if (event.relatedTarget === null) setOver(false);
    };
    const dropped = (event: DragEvent) => {
      setOver(false);
      if (!hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      take.current([...event.dataTransfer.files]);
    };
    const pasted = ({ clipboardData, target }: ClipboardEvent) => {
      // A cell of a spreadsheet comes as text and as a picture; in the field for the score it is meant as text.
      const isText = target instanceof HTMLInputElement && clipboardData?.types.includes('text/plain');
      if (clipboardData?.files.length && !isText) take.current([...clipboardData.files]);
    };
    document.addEventListener('dragover', over);
    document.addEventListener('dragleave', left);
    document.addEventListener('drop', dropped);
    document.addEventListener('paste', pasted);
    return () => {
      document.removeEventListener('dragover', over);
      document.removeEventListener('dragleave', left);
      document.removeEventListener('drop', dropped);
      document.removeEventListener('paste', pasted);
    };
  }, []);
  return isOver;
}

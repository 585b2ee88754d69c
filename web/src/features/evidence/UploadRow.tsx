import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '../../ui/Button.tsx';
import { useFocusAfter } from '../../ui/focus.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { ProgressBar } from '../../ui/Progress.tsx';
import { FileThumb } from './FileThumb.tsx';
import { focusBeside } from './RemoveFile.tsx';
import { dropUpload, retryUpload, type Upload } from './uploads.ts';

/** A file on its way, or one that did not get there. */
export function UploadRow({ upload }: { upload: Upload }) {
  const { id, name, state, type, preview, canRetry } = upload;
  const place = useRef<HTMLLIElement>(null);
  const close = useRef<HTMLButtonElement>(null);
  useFocusAfter(place, focusBeside);
  // On a phone a new row is below the edge.
  useEffect(() => {
    // In braces: it returns something in some browsers, which React would take for the effect's cleanup.
    place.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const hasFailed = state === 'failed';

  function retry() {
    retryUpload(id);
    // The button that was pressed goes away.
    close.current?.focus();
  }

  return (
    <li ref={place} className="flex min-h-16 items-center gap-3 py-2">
      <FileThumb
        file={{ file_type: type, thumbnail_url: null, preview }}
        className="size-12 shrink-0 self-start rounded-md"
      />
      <div className="min-w-0 flex-1">
        <p className="truncate">{name}</p>
        {hasFailed ? (
          <p role="alert" className="text-small text-danger">
            {upload.problem}
          </p>
        ) : (
          <Way upload={upload} />
        )}
        {canRetry && hasFailed && (
          <Button size="small" className="mt-1.5" onClick={retry}>
            Try again
          </Button>
        )}
      </div>
      <IconButton
        ref={close}
        title={`${hasFailed ? 'Remove' : 'Cancel upload of'} ${name}`}
        icon={<X />}
        size="small"
        className="self-start"
        onClick={() => dropUpload(id)}
      />
    </li>
  );
}

const WORDS = {
  checking: 'Waiting',
  waiting: 'Waiting',
  preparing: 'Preparing...',
  finishing: 'Finishing...',
} as const;

function Way({ upload: { name, state, sent } }: { upload: Upload }) {
  const percent = Math.floor(sent * 100);
  return (
    <p className="flex items-center gap-3 text-small text-ink-soft tabular-nums">
      {(state === 'sending' || state === 'finishing') && (
        <ProgressBar done={percent} total={100} label={`Upload of ${name}`} className="min-w-0 flex-1" />
      )}
      <span className={state === 'sending' ? 'min-w-9 text-end' : ''}>
        {state === 'sending' ? `${percent}%` : state === 'failed' ? '' : WORDS[state]}
      </span>
    </p>
  );
}

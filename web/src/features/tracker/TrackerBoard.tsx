import { Suspense, useContext, useEffect, useMemo } from 'react';
import { completionKey, type PaperId } from '../../../../domain/completion-key.ts';
import { subjectName } from '../../../../domain/subjects.ts';
import { afterPaint } from '../../ui/after-paint.ts';
import { Card } from '../../ui/Card.tsx';
import { lazyPreloadable } from '../../ui/lazy-preloadable.ts';
import { useMediaQuery } from '../../ui/useMediaQuery.ts';
import { closeDialog, useOpenDialog } from './dialogs.ts';
import { PaperTable } from './PaperTable.tsx';
import { paperFiles } from './paper-files.ts';
import { SittingCards } from './SittingCards.tsx';
import { paperName, sittingsOf } from './sittings.ts';
import { SlotsContext } from './slots.ts';
import { useTimezoneOverrides, useYearRange } from './state/preferences.ts';
import { readRecord } from './state/records.ts';
import { TimezoneBanner } from './TimezoneBanner.tsx';
import { TrackerToolbar } from './TrackerToolbar.tsx';
import { usePreload } from './usePreload.ts';

const ScoreDialog = lazyPreloadable(() => import('./ScoreDialog.tsx'));

type BoardProps = {
  subjects: readonly string[];
  subjectId: string;
  onSelect: (id: string) => void;
};

/** The papers of one subject: a table where there is room for one, cards on a phone. */
export function TrackerBoard({ subjects, subjectId, onSelect }: BoardProps) {
  const isWide = useMediaQuery('(min-width: 48rem)');
  const range = useYearRange(subjectId);
  const overrides = useTimezoneOverrides();
  const sittings = useMemo(() => sittingsOf(subjectId, range, overrides), [subjectId, range, overrides]);

  const toolbar = (
    <TrackerToolbar subjects={subjects} subjectId={subjectId} onSelect={onSelect} isWide={isWide} />
  );
  const banner = <TimezoneBanner sittings={sittings} settings={isWide ? 'Timezones' : 'Filters'} />;
  return (
    <>
      {isWide ? (
        <Card flush aria-label={`Papers of ${subjectName(subjectId)}`}>
          {toolbar}
          {banner}
          <PaperTable key={subjectId} subjectId={subjectId} sittings={sittings} />
        </Card>
      ) : (
        <section aria-label={`Papers of ${subjectName(subjectId)}`}>
          {toolbar}
          {banner}
          <SittingCards key={subjectId} sittings={sittings} />
        </section>
      )}
      <Dialogs />
    </>
  );
}

/** Its own component, so that opening one draws nothing else. */
function Dialogs() {
  const { FilesPart, FilesViewer } = useContext(SlotsContext);
  usePreload(ScoreDialog);
  usePreload(FilesPart);
  usePreload(FilesViewer);
  const open = useOpenDialog();
  // Left with a dialog open, by a link in it or the browser's way back: it is not to be there on return.
  useEffect(() => closeDialog, []);
  if (open?.kind === 'score')
    return (
      <Suspense>
        <ScoreDialog paper={open.paper} onClose={closeDialog} />
      </Suspense>
    );
  if (open?.kind === 'files' && FilesViewer)
    return (
      <Suspense>
        <FilesViewer
          {...paperFiles(open.paper)}
          isCompleted={readRecord(completionKey(open.paper)).isCompleted}
          onClose={() => leaveFiles(open.paper)}
        />
      </Suspense>
    );
  return null;
}

/** With the last file its eye button has gone; the focus returns to the paper's tick beside it. */
function leaveFiles(paper: PaperId): void {
  closeDialog();
  afterPaint(() => {
    const isLost = document.activeElement === document.body;
    if (isLost) document.querySelector<HTMLElement>(`[aria-label="${paperName(paper)}, completed"]`)?.focus();
  });
}

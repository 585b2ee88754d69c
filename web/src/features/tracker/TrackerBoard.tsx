import { type ReactNode, Suspense, useContext, useEffect, useMemo } from 'react';
import { completionKey } from '../../../../domain/completion-key.ts';
import { subjectName } from '../../../../domain/subjects.ts';
import { useObservable } from '../../state/observable.ts';
import { afterPaint } from '../../ui/after-paint.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { usePrinting } from '../../ui/usePrinting.ts';
import { openPapers } from './boxes.ts';
import { sendLeftReports } from './claims.ts';
import { closeDialog, useOpenDialog } from './dialogs.ts';
import { fetchedDialogs, fetchOpen, paperDialogs } from './fetched-dialogs.ts';
import { Hint } from './Hint.tsx';
import { PaperTable } from './PaperTable.tsx';
import { PrintedPapers } from './PrintedPapers.tsx';
import { paperFiles } from './paper-files.ts';
import { SeveralBar } from './SeveralBar.tsx';
import { SittingCards } from './SittingCards.tsx';
import { focusPaper } from './show-paper.ts';
import { isOf, nothingLeft, type SittingView, sittingsOf } from './sittings.ts';
import { SlotsContext } from './slots.ts';
import { useAskedPapers } from './state/from-teachers.ts';
import { useCountedQuestion } from './state/preferences.ts';
import { readRecord } from './state/records.ts';
import { papersWithWords } from './state/words.ts';
import { TrackerToolbar } from './TrackerToolbar.tsx';
import { usePreload } from './usePreload.ts';
import { useOnlyLeft } from './view.ts';

type BoardProps = {
  subjects: readonly string[];
  subjectId: string;
  onSelect: (id: string) => void;
  isWide: boolean;
  next: ReactNode;
};

/** The papers of one subject: a table where there is room for one, cards on a phone. */
export function TrackerBoard({ subjects, subjectId, onSelect, isWide, next }: BoardProps) {
  useEffect(sendLeftReports, []);
  const question = useCountedQuestion(subjectId);
  const asked = useAskedPapers();
  const all = useMemo(() => sittingsOf(question, asked), [question, asked]);
  const onlyLeft = useOnlyLeft();
  // Not at every tick: what has just been done stays in sight until one leaves.
  const sittings = useMemo(
    () => (onlyLeft.isOn ? all.filter((one) => isLeft(one) || isOf(asked, subjectId, one)) : all),
    [all, onlyLeft.isOn, asked, subjectId],
  );
  if (usePrinting()) return <PrintedPapers subjectId={subjectId} sittings={sittings} />;

  const content = (
    <>
      <TrackerToolbar subjects={subjects} subjectId={subjectId} onSelect={onSelect} isWide={isWide} />
      {next}
      <Hint subjectId={subjectId} sittings={all} />
      {sittings.length === 0 ? (
        <EmptyState action={<Button onClick={() => onlyLeft.set(false)}>Show all papers</Button>}>
          {nothingLeft(all)}
        </EmptyState>
      ) : isWide ? (
        <PaperTable key={subjectId} subjectId={subjectId} sittings={sittings} />
      ) : (
        <SittingCards key={subjectId} subjectId={subjectId} sittings={sittings} />
      )}
    </>
  );
  const name = `Papers of ${subjectName(subjectId)}`;
  return (
    <>
      {isWide ? (
        <Card flush aria-label={name}>
          {content}
        </Card>
      ) : (
        <section aria-label={name}>{content}</section>
      )}
      <SeveralBar sittings={sittings} />
      <Dialogs />
    </>
  );
}

const isLeft = (sitting: SittingView) => openPapers(sitting).length > 0;

/** Its own component, so that opening one draws nothing else. */
function Dialogs() {
  const { FilesPart, FilesViewer, AllEvidence, Words } = useContext(SlotsContext);
  const hasWords = useObservable(papersWithWords).length > 0;
  usePreload(paperDialogs);
  usePreload(FilesPart);
  usePreload(FilesViewer);
  usePreload(hasWords ? Words : undefined);
  const open = useOpenDialog();
  const dialogs = useObservable(fetchedDialogs);
  const isAwaited = !dialogs && (open?.kind === 'score' || open?.kind === 'words');
  useEffect(() => {
    if (isAwaited) void fetchOpen();
  }, [isAwaited]);
  // Left with a dialog open, by a link in it or the browser's way back: it is not to be there on return.
  useEffect(() => closeDialog, []);
  if (open?.kind === 'score')
    return dialogs && <dialogs.ScoreDialog paper={open.paper} onClose={closeDialog} />;
  if (open?.kind === 'words')
    return dialogs && <dialogs.WordsDialog paper={open.paper} onClose={closeDialog} />;
  if (open?.kind === 'files' && FilesViewer)
    return (
      <Suspense>
        <FilesViewer
          {...paperFiles(open.paper)}
          isCompleted={readRecord(completionKey(open.paper)).isCompleted}
          onClose={() => {
            closeDialog();
            // With the last file its eye button has gone; the focus returns to the paper's tick beside it.
            afterPaint(() => document.activeElement === document.body && focusPaper(open.paper));
          }}
        />
      </Suspense>
    );
  if (open?.kind === 'evidence' && AllEvidence)
    return (
      <Suspense>
        <AllEvidence subjectId={open.subjectId} filesOf={paperFiles} onClose={closeDialog} />
      </Suspense>
    );
  return null;
}

import { Check, ChevronRight } from 'lucide-react';
import { type MouseEvent, useState } from 'react';
import type { SharedProgress } from '../../../../contract/share-pages.ts';
import { findSubject } from '../../../../domain/subjects.ts';
import { cx } from '../../ui/cx.ts';
import { ProgressBar } from '../../ui/Progress.tsx';
import { SubjectDot } from '../../ui/SubjectDot.tsx';
import { scoreClass } from '../../ui/score-class.ts';
import { useMediaQuery } from '../../ui/useMediaQuery.ts';
import { usePrinting } from '../../ui/usePrinting.ts';

type SharedSubject = SharedProgress['subjects'][number];
type SharedPaper = SharedSubject['sittings'][number]['papers'][number];
type SharedVersion = SharedPaper['versions'][number];

/** One subject: closed on a phone until it is pressed, open where there is room, and on paper. */
export function SubjectTable({ subject }: { subject: SharedSubject }) {
  const { subject_id: id, completed, total, average, sittings } = subject;
  const isWide = useMediaQuery('(min-width: 48rem)');
  const isPrinting = usePrinting();
  const [chosen, setChosen] = useState<boolean>();
  const isOpen = chosen ?? isWide;
  const name = findSubject(id)?.name ?? id;
  const counted = `${completed} of ${total} papers done`;

  function toggle(event: MouseEvent): void {
    // Ours to open: the browser's own way would not know what paper needs.
    event.preventDefault();
    setChosen(!isOpen);
  }

  return (
    <details open={isOpen || isPrinting} className="shared-subject">
      <summary onClick={toggle}>
        <ChevronRight className="shared-chevron" aria-hidden="true" />
        <h2 className="shared-name">
          <SubjectDot group={findSubject(id)?.group ?? 1} /> {name}
        </h2>
        <span className="shared-count">
          {completed}/{total}
        </span>
        <ProgressBar done={completed} total={total} label={`${name}: ${counted}`} className="shared-bar" />
        <span className="shared-average">{average !== null && `average ${average}%`}</span>
      </summary>
      {sittings.length === 0 ? (
        <p className="shared-nothing">No papers were set in these years.</p>
      ) : (
        <table className="shared-table">
          <caption className="sr-only">
            {name}: {counted}
          </caption>
          <thead>
            <tr>
              <th scope="col">Session</th>
              {sittings[0]?.papers.map(({ label }) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sittings.map(({ year, session, papers }) => (
              <tr key={`${year} ${session}`}>
                <th scope="row">
                  {year} {session.slice(0, 3)}
                </th>
                {papers.map((paper) => (
                  <td key={paper.label}>
                    <PaperCell paper={paper} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </details>
  );
}

function PaperCell({ paper: { unset, versions } }: { paper: SharedPaper }) {
  if (versions.length === 0) return <span className="shared-unset">Not set</span>;
  return (
    <span className="shared-tiles">
      {versions.map((version) => (
        <Tile key={version.timezone ?? ''} version={version} />
      ))}
      {unset && <span className="shared-unset">Not set</span>}
    </span>
  );
}

function Tile({ version: { timezone, done, score } }: { version: SharedVersion }) {
  const tint = score === null ? 'is-plain' : scoreClass(score);
  return (
    <span className={cx('shared-tile', done ? tint : 'is-open')}>
      {timezone !== null && <span className="shared-zone">{timezone} </span>}
      {done ? <Result score={score} /> : <NotDone />}
    </span>
  );
}

function Result({ score }: { score: number | null }) {
  return score === null ? (
    <>
      <Check className="shared-check" aria-hidden="true" />
      <span className="sr-only">done</span>
    </>
  ) : (
    <span>
      {score}
      <span className="sr-only"> percent</span>
    </span>
  );
}

function NotDone() {
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="sr-only">not done</span>
    </>
  );
}

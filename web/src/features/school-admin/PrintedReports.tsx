import { type ReactNode, useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import type { Output } from '../../../../contract/index.ts';
import { longDate } from '../../format/shown-date.ts';
import { type ChosenPapers, shownRange } from '../../papers/papers-range.ts';
import { useSchoolName } from './SchoolAdminHeader.tsx';
import { SubjectSummary } from './SubjectSummary.tsx';
import { reportHead } from './user-words.ts';
import './reports.css';

export type Report = Output<'GET /schooladmin/dashboard/reports'>['reports'][number];

type PrintedReportsProps = {
  reports: readonly Report[];
  /** Of which papers the figures are. */
  papers: ChosenPapers;
  /** Below a report's figures. */
  children?: ReactNode;
  onPrinted: () => void;
};

/** What a parent can be handed: a sheet for each student, alone on the paper. It prints itself. */
export default function PrintedReports({ reports, papers, children, onPrinted }: PrintedReportsProps) {
  const school = useSchoolName();
  const today = longDate();
  const printed = useRef(onPrinted);
  useEffect(() => {
    printed.current = onPrinted;
  });
  useEffect(() => {
    const end = () => printed.current();
    window.addEventListener('afterprint', end);
    window.print();
    return () => window.removeEventListener('afterprint', end);
  }, []);
  return createPortal(
    <div className="reports">
      {reports.map((report) => (
        <article key={report.id} className="report">
          <div className="print-head">
            <p>{school}</p>
            <p>{today}</p>
          </div>
          <header>
            <h1>{reportHead(report).title}</h1>
            <p>{papersWords(papers)}</p>
            <p className="report-groups">{reportHead(report).groups}</p>
          </header>
          {report.subjects.length === 0 ? (
            <p>No subjects chosen yet.</p>
          ) : (
            <>
              <SubjectSummary subjects={report.subjects} />
              <p className="report-note">Scores are entered by the student.</p>
            </>
          )}
          {children}
        </article>
      ))}
    </div>,
    document.body,
  );
}

/** 'Papers that were set, 2017–2024'. */
const papersWords = ({ range, which }: ChosenPapers): string =>
  which === 'set' ? `Papers that were set, ${shownRange(range)}` : `Papers ${shownRange(range)}`;

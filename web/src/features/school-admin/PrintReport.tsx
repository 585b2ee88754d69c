import { ChevronDown, Printer } from 'lucide-react';
import { useState } from 'react';
import type { ChosenPapers } from '../../papers/papers-range.ts';
import { Button } from '../../ui/Button.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { Menu, MenuItem } from '../../ui/Menu.tsx';
import type { Report } from './PrintedReports.tsx';
import { ProgressTable } from './ProgressTable.tsx';
import { useSchoolName } from './SchoolAdminHeader.tsx';
import type { Tracked } from './tracked-papers.ts';
import { reportHead } from './user-words.ts';

const PrintedReports = lazyPart(() => import('./PrintedReports.tsx'));

type PrintReportProps = { report: Report; papers: ChosenPapers; progress: readonly Tracked[] };

/** What a parent can be handed about a student: one sheet, or that and every paper. */
export default function PrintReport({ report, papers, progress }: PrintReportProps) {
  const [printing, setPrinting] = useState<'report' | 'all'>();
  const school = useSchoolName();
  const head = [reportHead(report).title, school].filter(Boolean).join(' · ');
  return (
    <>
      <Menu
        label="Print report"
        renderTrigger={(props) => (
          <Button size="small" icon={<Printer className="size-4" aria-hidden="true" />} {...props}>
            Print report
            <ChevronDown className="size-4" aria-hidden="true" />
          </Button>
        )}
      >
        <MenuItem onClick={() => setPrinting('report')}>Report</MenuItem>
        <MenuItem onClick={() => setPrinting('all')}>Report and all papers</MenuItem>
      </Menu>
      {printing && (
        <PrintedReports
          reports={[report]}
          papers={papers}
          onPrinted={() => setPrinting(undefined)}
          onMissing={() => setPrinting(undefined)}
        >
          {printing === 'all' && <ProgressTable progress={progress} printHead={head} />}
        </PrintedReports>
      )}
    </>
  );
}

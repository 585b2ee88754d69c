import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../api/errors.ts';
import { AdminLoadFailed } from '../../layout/AdminLoadFailed.tsx';
import { Card } from '../../ui/Card.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { EMPTY_DRAFT } from './import-draft.ts';
import { LeaveGuard } from './LeaveGuard.tsx';
import type { Managed } from './managed.ts';
import { OverviewTab } from './OverviewTab.tsx';
import { tabsFor, useTab } from './tabs.ts';
import { useSchool } from './useSchool.ts';
import { useSchoolSettings } from './useSchoolSettings.ts';

const AssignmentsTab = lazyPart(() => import('./AssignmentsTab.tsx'));
const UsersTab = lazyPart(() => import('./UsersTab.tsx'));
const SchoolSwitches = lazyPart(() => import('./SchoolSwitches.tsx'));
const BatchImportTab = lazyPart(() => import('./BatchImportTab.tsx'));

type ManagedSchoolProps = {
  managed: Managed;
  activity?: ReactNode;
  renderSignIn?: (part: TabPart) => ReactNode;
  /** In the last tab, below what the school decides. `userCount` is how many belong to it. */
  renderSettings?: (userCount: number, onMissing: () => void) => ReactNode;
  /** Stands there when there is no such school. */
  missing?: ReactNode;
};

/** What every tab in a chunk of its own is given, for the case that it does not come. */
type TabPart = { waiting: ReactNode; onMissing: () => void };

/** Everything that is done at one school, in tabs. */
export function ManagedSchool({ managed, ...rest }: ManagedSchoolProps) {
  return (
    <>
      <LeaveGuard />
      {/* Nothing of one school is carried over to the next. */}
      <SchoolTabs key={managed.schoolId} managed={managed} {...rest} />
    </>
  );
}

function SchoolTabs(props: ManagedSchoolProps) {
  const { managed, activity, renderSignIn, renderSettings, missing } = props;
  const [tab, show, goBack] = useTab(managed);
  const { school, error, isFetching, retry, assign, remove, removeMany } = useSchool(managed);
  // '@school.edu'; not yet there while it is loading.
  const domain = useSchoolSettings(managed).data?.domain_pattern;
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const box = useRef<HTMLDivElement>(null);
  const tabs = tabsFor(managed);
  const part: TabPart = { waiting: <Waiting />, onMissing: goBack };
  const place = tabs.findIndex(({ id }) => id === tab);

  // On a phone the chosen tab may be beyond the edge.
  useEffect(() => {
    const heads = box.current?.querySelectorAll('[role=tab]');
    heads?.[place]?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [place]);

  if (!school && error && !isFetching) {
    return (
      <Card>
        {error instanceof ApiError && error.status === 404 ? (
          missing
        ) : (
          <AdminLoadFailed error={error} words="Failed to fetch school data" onRetry={retry} />
        )}
      </Card>
    );
  }
  return (
    <div ref={box}>
      <Tabs label="School management" items={tabs} value={tab} onChange={show}>
        {school ? (
          <>
            {tab === 'overview' && (
              <OverviewTab managed={managed} school={school} onShow={show} activity={activity} />
            )}
            {tab === 'assignments' && (
              <AssignmentsTab
                {...part}
                managed={managed}
                school={school}
                onShow={show}
                onAssign={assign}
                onRemove={remove}
                onRemoveMany={removeMany}
              />
            )}
            {tab === 'users' && <UsersTab {...part} managed={managed} school={school} />}
            {tab === 'batch' && (
              <BatchImportTab
                {...part}
                managed={managed}
                domain={domain}
                people={school.users}
                draft={draft}
                onDraft={setDraft}
              />
            )}
            {tab === 'sign-in' && renderSignIn?.(part)}
            {tab === 'settings' && (
              <div className="grid max-w-wide grid-cols-1 gap-4">
                <SchoolSwitches {...part} managed={managed} />
                {renderSettings?.(school.users.length, goBack)}
              </div>
            )}
          </>
        ) : (
          <Waiting />
        )}
      </Tabs>
    </div>
  );
}

export const Waiting = () => (
  <div aria-busy="true" className="grid grid-cols-1 gap-4">
    <span className="sr-only">Loading...</span>
    <div className="grid gap-3 sm:grid-cols-3 sm:gap-4">
      {['a', 'b', 'c'].map((key) => (
        <Skeleton key={key} className="h-19 w-full rounded-lg sm:h-28" />
      ))}
    </div>
    <Skeleton className="h-96 w-full rounded-lg" />
  </div>
);

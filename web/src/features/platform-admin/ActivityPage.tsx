import { Download, ListFilter, SearchX } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { AUDIT_ACTIONS, FIRST_AUDIT_DAY, MAX_AUDIT_EXPORT } from '../../../../domain/audit.ts';
import { adminSentence } from '../../api/admin-failure.ts';
import { call } from '../../api/call.ts';
import { queryClient, queryKey } from '../../api/query.ts';
import { textOf } from '../../api/useSubmit.ts';
import { downloadCsv } from '../../format/csv.ts';
import { AdminPage } from '../../layout/AdminPage.tsx';
import { BackLink } from '../../layout/BackLink.tsx';
import { Form } from '../../layout/Form.tsx';
import { SearchField } from '../../lists/SearchField.tsx';
import { useOwnSearch } from '../../navigation/page-view.ts';
import { pathTo } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Field, SelectField } from '../../ui/Field.tsx';
import { FilterChips } from '../../ui/FilterChips.tsx';
import { Popover } from '../../ui/Popover.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { showToast } from '../../ui/toasts.ts';
import { ActivityList } from './ActivityList.tsx';
import { sentenceOf } from './activity.ts';
import {
  type ActivityView,
  activityAddress,
  chosenIn,
  filterOf,
  KINDS,
  kindsOf,
  readActivityView,
} from './activity-view.ts';
import { useSchools } from './useSchools.ts';

const SIDES = [
  { id: 'acts', label: 'Acts' },
  { id: 'logins', label: 'Logins' },
] as const;

/** The button that opens them. */
const FILTERS = 'activity-filters';

/** What was done everywhere, and apart from it who logged in. What it shows stands in the address. */
export default function ActivityPage() {
  const path = pathTo('adminActivity');
  const [, navigate] = useLocation();
  const view = readActivityView(useOwnSearch(path));
  const show = (change: Partial<ActivityView>) =>
    navigate(activityAddress(path, { ...view, ...change }), { replace: true });
  const chosen = chosenIn(view, useSchools().data);
  const isNarrowed = chosen.length > 0 || view.q !== '';
  /** What was pressed goes with the choice. */
  const remove = (without: Partial<ActivityView>) => {
    show(without);
    document.getElementById(FILTERS)?.focus();
  };
  const clear = () => remove({ ...readActivityView(''), side: view.side });
  return (
    <AdminPage
      title="Activity"
      subtitle="What was done, and who logged in"
      before={<BackLink href={pathTo('adminDashboard')} />}
    >
      <div className="flex flex-wrap items-center gap-2">
        <div className="w-44 max-sm:w-full">
          <Segments
            label="What is listed"
            items={SIDES}
            value={view.side}
            // A kind belongs to one side.
            onChange={(side) => show({ side, action: undefined })}
          />
        </div>
        <SearchField
          label="Search people, schools"
          className="max-sm:basis-full sm:max-w-form"
          value={view.q}
          onSearch={(q) => show({ q })}
        />
        <Filters view={view} count={chosen.length} onApply={show} />
        <ExportButton view={view} />
      </div>
      {isNarrowed && (
        <div className="mt-2 flex flex-wrap items-center gap-1.5">
          <FilterChips choices={chosen} onRemove={({ without }) => remove(without)} />
          <Button size="small" variant="ghost" onClick={clear}>
            Clear Filters
          </Button>
        </div>
      )}
      <Card className="mt-3" aria-label={view.side === 'acts' ? 'Acts' : 'Logins'}>
        <ActivityList
          query={{
            ...filterOf(view),
            school_id: view.school === undefined ? undefined : String(view.school),
          }}
          withSchool
          nothing={
            isNarrowed ? (
              <EmptyState
                icon={<SearchX />}
                hint="Try adjusting your filters or search terms."
                action={<Button onClick={clear}>Clear Filters</Button>}
              >
                Nothing found
              </EmptyState>
            ) : undefined
          }
        />
      </Card>
    </AdminPage>
  );
}

type FiltersProps = {
  view: ActivityView;
  count: number;
  onApply: (change: Partial<ActivityView>) => void;
};

function Filters({ view, count, onApply }: FiltersProps) {
  const schools = useSchools().data;
  return (
    <Popover
      label="Filters"
      className="w-80 max-w-[calc(100vw-1rem)]"
      renderTrigger={(props) => (
        <Button id={FILTERS} icon={<ListFilter className="size-4" aria-hidden="true" />} {...props}>
          Filters{count > 0 && ` ${count}`}
        </Button>
      )}
    >
      {(close) => (
        <Form
          // What was chosen elsewhere, by Back or by Clear Filters, is what it begins with.
          key={JSON.stringify(view)}
          page={pathTo('adminActivity')}
          form={{
            failure: undefined,
            onSubmit: (event) => {
              event.preventDefault();
              close();
              onApply(filtersIn(new FormData(event.currentTarget)));
            },
          }}
          className="grid grid-cols-2 gap-x-3 gap-y-2"
        >
          <SelectField
            label="Kind"
            name="kind"
            className="col-span-2"
            reserve={false}
            defaultValue={view.action}
          >
            <option value="">All kinds</option>
            {kindsOf(view.side).map((action) => (
              <option key={action} value={action}>
                {KINDS[action]}
              </option>
            ))}
          </SelectField>
          <Field
            label="Person"
            name="person"
            className="col-span-2"
            reserve={false}
            placeholder="Username or email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={view.person}
          />
          <SelectField
            label="School"
            name="school"
            className="col-span-2"
            reserve={false}
            defaultValue={view.school}
          >
            <option value="">All Schools</option>
            {schools?.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
          <Field
            label="From"
            name="from"
            type="date"
            min={FIRST_AUDIT_DAY}
            className="max-sm:col-span-2"
            reserve={false}
            defaultValue={view.from}
          />
          <Field
            label="To"
            name="to"
            type="date"
            min={FIRST_AUDIT_DAY}
            className="max-sm:col-span-2"
            reserve={false}
            defaultValue={view.to}
          />
          <Button type="submit" variant="primary" className="col-span-2 mt-1" block>
            Apply
          </Button>
        </Form>
      )}
    </Popover>
  );
}

function filtersIn(form: FormData): Partial<ActivityView> {
  const school = textOf(form, 'school');
  return {
    action: AUDIT_ACTIONS.find((action) => action === textOf(form, 'kind')),
    person: textOf(form, 'person').trim(),
    school: school === '' ? undefined : Number(school),
    from: textOf(form, 'from'),
    to: textOf(form, 'to'),
  };
}

const COLUMNS = ['Time', 'What happened', 'Kind', 'By', 'To', 'School'];

function ExportButton({ view }: { view: ActivityView }) {
  const [busy, setBusy] = useState(false);

  async function run(): Promise<void> {
    setBusy(true);
    try {
      const entries = await call('POST /admin/audit/export', {
        as: 'platformAdmin',
        json: { ...filterOf(view), ...(view.school !== undefined && { school_id: view.school }) },
      });
      void queryClient.invalidateQueries({ queryKey: queryKey('GET /admin/audit') });
      downloadCsv('activity.csv', [
        COLUMNS,
        ...entries.map((entry) => [
          entry.at,
          sentenceOf(entry),
          KINDS[entry.action],
          entry.actor === 'user' ? entry.actor_name : entry.actor,
          entry.target_name,
          entry.school_name,
        ]),
      ]);
      if (entries.length === MAX_AUDIT_EXPORT) {
        showToast({
          text: `Only the newest ${MAX_AUDIT_EXPORT.toLocaleString('en-US')} lines were exported.`,
        });
      }
    } catch (error) {
      showToast({
        tone: 'danger',
        text: adminSentence(error, 'Failed to export the activity. Please try again.'),
      });
    }
    setBusy(false);
  }

  return (
    <Button icon={<Download className="size-4" aria-hidden="true" />} busy={busy} onClick={() => void run()}>
      Export CSV
    </Button>
  );
}

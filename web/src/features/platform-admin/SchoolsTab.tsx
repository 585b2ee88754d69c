import { ChartNoAxesColumn, Plus, School as SchoolIcon, Settings2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'wouter';
import type { School } from '../../../../contract/platform-admin.ts';
import { withStatus } from '../../api/admin-failure.ts';
import { counted } from '../../format/counted.ts';
import { AdminLoadFailed } from '../../layout/AdminLoadFailed.tsx';
import { SearchField } from '../../lists/SearchField.tsx';
import { pathTo } from '../../paths.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Table } from '../../ui/Table.tsx';
import { useFold } from '../../ui/useFold.ts';
import { useSchools } from './useSchools.ts';

const AddSchoolForm = lazy(() => import('./AddSchoolForm.tsx'));

/** So many schools are cards; of more than these the newest are, and the table has them all. */
const FEW = 6;

export function SchoolsTab() {
  const query = useSchools();
  const schools = query.data;
  const fold = useFold(schools?.length === 0);
  return (
    <section aria-labelledby="schools-title" className="grid min-w-0 grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div className="flex min-h-8 items-center gap-2.5">
          <h2 id="schools-title" className="text-lead">
            School Management
          </h2>
          {schools && <Badge>{counted(schools.length, 'school')}</Badge>}
        </div>
        <Button size="small" icon={<Plus className="size-4" aria-hidden="true" />} {...fold.buttonProps}>
          <span className="max-sm:sr-only">Add New School</span>
        </Button>
      </div>
      {fold.isOpen && (
        <Suspense>
          <AddSchoolForm {...fold.formProps} />
        </Suspense>
      )}
      <Loaded
        query={query}
        loading={<Waiting />}
        renderFailed={(retry, error) => (
          <Card>
            <AdminLoadFailed
              error={error}
              words={withStatus('Failed to fetch schools', error)}
              onRetry={retry}
            />
          </Card>
        )}
      >
        {(list) => <Schools schools={list} />}
      </Loaded>
    </section>
  );
}

function Schools({ schools }: { schools: readonly School[] }) {
  if (schools.length === 0) {
    return (
      <Card>
        <EmptyState
          icon={<SchoolIcon />}
          hint="Add the first one with its name and the domain of its e-mail addresses."
        >
          No schools found
        </EmptyState>
      </Card>
    );
  }
  const isMany = schools.length > FEW;
  const shown = isMany ? schools.toSorted((one, other) => other.id - one.id).slice(0, FEW) : schools;
  return (
    <>
      {isMany && (
        <p className="-mt-3 text-small text-ink-soft">The six newest. The table below has them all.</p>
      )}
      <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {shown.map((school) => (
          <SchoolCard key={school.id} school={school} />
        ))}
      </ul>
      {isMany && <AllSchools schools={schools} />}
    </>
  );
}

function SchoolCard({ school }: { school: School }) {
  const { id, name, domain_pattern } = school;
  return (
    <li className="flex min-w-0 flex-col rounded-lg border border-line bg-surface p-4 shadow-card">
      <h3 className="text-body wrap-anywhere">{name}</h3>
      <div className="mt-0.5 flex items-baseline justify-between gap-3 text-ink-soft">
        <p className="min-w-0 wrap-anywhere">{domain_pattern}</p>
        <p className="shrink-0 text-small tabular-nums">ID {id}</p>
      </div>
      <div className="mt-auto flex gap-2 pt-4">
        <Link href={pathTo('adminSchool', { schoolId: id })} asChild>
          <ButtonLink
            size="small"
            className="flex-1"
            icon={<Settings2 className="size-4" aria-hidden="true" />}
            aria-label={`Manage ${name}`}
          >
            Manage
          </ButtonLink>
        </Link>
        <Link href={pathTo('adminSchoolAnalytics', { schoolId: id })} asChild>
          <ButtonLink
            size="small"
            variant="ghost"
            className="flex-1"
            icon={<ChartNoAxesColumn className="size-4" aria-hidden="true" />}
            aria-label={`Analytics of ${name}`}
          >
            Analytics
          </ButtonLink>
        </Link>
      </div>
    </li>
  );
}

function AllSchools({ schools }: { schools: readonly School[] }) {
  const [search, setSearch] = useState('');
  const wanted = search.toLowerCase();
  const found = schools.filter(
    ({ name, domain_pattern }) => name.toLowerCase().includes(wanted) || domain_pattern.includes(wanted),
  );
  return (
    <Card
      title="All Schools"
      flush
      action={<SearchField label="Search schools" value={search} onSearch={setSearch} />}
    >
      {found.length === 0 ? (
        <EmptyState className="py-6">No schools found</EmptyState>
      ) : (
        <Table caption="All Schools">
          <thead>
            <tr>
              <th scope="col">School Name</th>
              <th scope="col" className="max-sm:hidden">
                Domain Pattern
              </th>
              <th scope="col">Actions</th>
            </tr>
          </thead>
          <tbody>
            {found.map(({ id, name, domain_pattern }) => (
              <tr key={id}>
                <th scope="row" className="wrap-anywhere">
                  {name}
                  <span className="block font-normal text-ink-soft sm:hidden">{domain_pattern}</span>
                </th>
                <td className="wrap-anywhere text-ink-soft max-sm:hidden">{domain_pattern}</td>
                <td className="whitespace-nowrap">
                  <Link
                    href={pathTo('adminSchool', { schoolId: id })}
                    className="link -my-2 inline-block py-2"
                    aria-label={`Details of ${name}`}
                  >
                    Details
                  </Link>
                  <Link
                    href={pathTo('adminSchoolAnalytics', { schoolId: id })}
                    className="link -my-2 ml-4 inline-block py-2"
                    aria-label={`Analytics of ${name}`}
                  >
                    Analytics
                  </Link>
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Card>
  );
}

const CARDS = [0, 1, 2];
const Waiting = () => (
  <div aria-busy="true" className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
    <span className="sr-only">Loading...</span>
    {CARDS.map((card) => (
      <Skeleton key={card} className="h-33 w-full rounded-lg" />
    ))}
  </div>
);

import {
  Check,
  CircleDashed,
  Eye,
  LogOut,
  MessageSquare,
  Moon,
  Plus,
  Search,
  Settings,
  Trash2,
  Upload,
  UserPlus,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Accordion } from '../../ui/Accordion.tsx';
import { Alert } from '../../ui/Alert.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { cx } from '../../ui/cx.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Field, SelectField, TextareaField } from '../../ui/Field.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Logo, LogoMark } from '../../ui/Logo.tsx';
import { Menu, MenuItem, MenuLine, MenuLink } from '../../ui/Menu.tsx';
import { Popover } from '../../ui/Popover.tsx';
import { ProgressBar, ProgressPill } from '../../ui/Progress.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { type Group, SubjectDot } from '../../ui/SubjectDot.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { scoreClass } from '../../ui/score-class.ts';
import { Table } from '../../ui/Table.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { Toaster } from '../../ui/Toaster.tsx';
import { showToast } from '../../ui/toasts.ts';

/** Every part in every state on one page, for looking and for axe. Development only. */
export default function PartsPage() {
  return (
    <main className="mx-auto grid max-w-page gap-5 px-4 py-6 sm:px-6">
      <Head />
      <Tokens />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <div className="grid min-w-0 gap-5">
          <Buttons />
          <Overlays />
          <Fields />
        </div>
        <div className="grid min-w-0 gap-5">
          <Ticks />
          <Messages />
          <Waiting />
        </div>
      </div>
      <Papers />
      <TabsAndFolds />
      <Toaster />
    </main>
  );
}

function Head() {
  return (
    <header className="flex flex-wrap items-center justify-between gap-3">
      <h1>
        <Logo />
        <span className="sr-only"> parts</span>
      </h1>
      <div className="flex items-center gap-1">
        <IconButton
          title="Switch to dark mode"
          icon={<Moon />}
          onClick={() => document.documentElement.classList.toggle('dark')}
        />
        <Menu
          label="Settings"
          renderTrigger={(props) => <IconButton {...props} title="Settings" icon={<Settings />} />}
          header={
            <>
              <p className="font-medium">amelie.okafor</p>
              <p className="text-small text-ink-soft">amelie.okafor@example.org</p>
            </>
          }
        >
          <MenuItem icon={<MessageSquare />}>Give Feedback</MenuItem>
          <MenuLink href="#teachers" icon={<UserPlus />}>
            Teacher Login
          </MenuLink>
          <MenuLine />
          <MenuItem icon={<LogOut />}>Logout</MenuItem>
        </Menu>
      </div>
    </header>
  );
}

const swatches = {
  'Paper and ink': ['bg-paper', 'bg-surface', 'bg-raised', 'bg-sunken', 'bg-line', 'bg-ink-soft', 'bg-ink'],
  Meaning: [
    'bg-accent',
    'bg-accent-soft',
    'bg-done',
    'bg-done-soft',
    'bg-part-fill',
    'bg-part-soft',
    'bg-danger',
  ],
  Groups: ['bg-group-1', 'bg-group-2', 'bg-group-3', 'bg-group-4', 'bg-group-5', 'bg-group-6'],
  Scores: ['score-1', 'score-2', 'score-3', 'score-4', 'score-5'],
};

function Tokens() {
  return (
    <Card title="Tokens">
      <div className="grid gap-6 lg:grid-cols-2">
        <div className="grid gap-4">
          {Object.entries(swatches).map(([name, classes]) => (
            <div key={name}>
              <h3 className="mb-1.5 text-small text-ink-soft">{name}</h3>
              <div className="flex gap-1.5">
                {classes.map((colour) => (
                  <span
                    key={colour}
                    title={colour}
                    className={cx('h-8 max-w-16 flex-1 rounded-md border border-line', colour)}
                  />
                ))}
              </div>
            </div>
          ))}
        </div>
        <div className="grid content-start gap-3">
          <p className="text-title font-semibold tracking-tight">Title: every paper, ticked off</p>
          <p className="text-lead font-semibold tracking-tight">
            Lead: Mathematics Analysis and Approaches HL
          </p>
          <p>
            Body: Paper 1, May 2023, TZ2. Zoë Þórsdóttir and Łukasz Świątek scored 87% → 91%.{' '}
            <a className="link" href="#top">
              A link
            </a>
          </p>
          <p className="text-small text-ink-soft">Small and soft: updated 2025-11-04</p>
          <p className="tabular-nums">
            1111 1718
            <br />
            2048 9364
          </p>
        </div>
      </div>
    </Card>
  );
}

function Buttons() {
  const [busy, setBusy] = useState(false);
  return (
    <Card title="Buttons">
      <div className="grid gap-4">
        <Row>
          <Button variant="primary">Sign In</Button>
          <Button>Edit</Button>
          <Button variant="ghost">Skip</Button>
          <Button variant="danger" icon={<Trash2 className="size-4" />}>
            Delete
          </Button>
        </Row>
        <Row>
          <Button variant="primary" size="small" icon={<Plus className="size-4" />}>
            Add Subjects
          </Button>
          <Button size="small">Done</Button>
          <Button size="small" variant="ghost">
            Clear Filters
          </Button>
          <ButtonLink href="#top" size="small">
            A link
          </ButtonLink>
        </Row>
        <Row>
          <Button variant="primary" disabled>
            Disabled
          </Button>
          <Button variant="primary" busy busyLabel="Saving...">
            Save Changes
          </Button>
          <Button
            busy={busy}
            busyLabel="Adding..."
            onClick={() => {
              setBusy(true);
              setTimeout(() => setBusy(false), 1500);
            }}
          >
            Add Student
          </Button>
        </Row>
        <Row>
          <IconButton title="View files" icon={<Eye />} />
          <IconButton title="Upload" icon={<Upload />} variant="secondary" />
          <IconButton title="Remove student" icon={<Trash2 />} variant="danger" size="small" />
          <IconButton title="Nothing to see" icon={<Eye />} disabled />
        </Row>
      </div>
    </Card>
  );
}

function Ticks() {
  const [count, setCount] = useState(12);
  return (
    <Card
      title="The tick"
      action={<ProgressPill done={count} total={40} label="Papers completed" />}
      subtitle="The one moment of delight"
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <div className="grid content-start gap-5 py-2">
          <Checkbox onChange={(event) => setCount(count + (event.target.checked ? 1 : -1))}>Paper 1</Checkbox>
          <Checkbox defaultChecked onChange={(event) => setCount(count + (event.target.checked ? 1 : -1))}>
            Paper 2
          </Checkbox>
          <Checkbox indeterminate>Paper 3, partly</Checkbox>
          <Checkbox tone="accent" defaultChecked>
            English A: Language and Literature HL
          </Checkbox>
          <Checkbox disabled>Not this one</Checkbox>
          <Checkbox disabled defaultChecked>
            Nor this one
          </Checkbox>
        </div>
        <div>
          <Switch hint="(Default: Enabled)" defaultChecked>
            Paper 1
          </Switch>
          <Switch>Paper 2</Switch>
          <Switch disabled>Paper 3</Switch>
          <div className="mt-4 flex flex-wrap gap-2">
            <Badge tone="done" icon={<Check />}>
              All Complete
            </Badge>
            <Badge tone="part" icon={<CircleDashed />}>
              Partially Complete
            </Badge>
            <Badge>Incomplete</Badge>
            <Badge tone="accent">Teacher</Badge>
            <Badge tone="danger">Failed</Badge>
          </div>
        </div>
      </div>
    </Card>
  );
}

function Fields() {
  return (
    <Card title="Fields">
      <form method="post" action="#fields" className="grid gap-3">
        <Field label="Username" name="username" required autoComplete="username" />
        <Field label="Email" type="email" hint="The address your school knows." optional />
        <Field label="Password" type="password" defaultValue="secret" autoComplete="off" required />
        <Field label="Score" type="number" defaultValue="140" error="Enter a number from 0 to 100." />
        <Field label="Registration link" readOnly defaultValue="https://example.org/register" />
        <SelectField label="Select Subject to View" defaultValue="2">
          <option value="1">Biology HL</option>
          <option value="2">English A: Language and Literature HL</option>
        </SelectField>
        <TextareaField label="Your Feedback" placeholder="What would help you?" />
        <Field
          label="Search"
          hideLabel
          type="search"
          icon={<Search />}
          placeholder="Search users"
          reserve={false}
        />
      </form>
    </Card>
  );
}

function Overlays() {
  const [open, setOpen] = useState<'score' | 'long' | null>(null);
  const close = () => setOpen(null);
  return (
    <Card title="Overlays">
      <Row>
        <Button onClick={() => setOpen('score')}>Open dialog</Button>
        <Button onClick={() => setOpen('long')}>Open long dialog</Button>
        <Popover label="Year Range" renderTrigger={(props) => <Button {...props}>Year Range</Button>}>
          {(done) => (
            <div className="grid gap-3">
              <SelectField label="Start Year" reserve={false}>
                <option>2016</option>
              </SelectField>
              <SelectField label="End Year" reserve={false}>
                <option>2025</option>
              </SelectField>
              <Button variant="primary" onClick={done}>
                Apply
              </Button>
            </div>
          )}
        </Popover>
        <Button onClick={() => showToast({ tone: 'done', text: 'Saved.' })}>Toast</Button>
        <Button
          onClick={() =>
            showToast({
              tone: 'danger',
              text: 'That tick was not saved: you are offline.',
              action: { label: 'Try again', run: () => showToast({ text: 'Trying again.' }) },
            })
          }
        >
          Toast with action
        </Button>
      </Row>
      <Dialog
        open={open === 'score'}
        onClose={close}
        title="Enter Score & Upload Files"
        description="Paper 2, May 2023, TZ1"
        footer={
          <>
            <Button onClick={close}>Skip</Button>
            <Button variant="primary" onClick={close}>
              Confirm
            </Button>
          </>
        }
      >
        <Field label="Score" type="number" min={0} max={100} hint="From 0 to 100" optional data-autofocus />
        <Button block className="mt-3" icon={<Upload className="size-4" />}>
          Upload files
        </Button>
        <p className="mt-2 text-small text-ink-soft">Supports: JPEG, PNG, GIF, PDF</p>
      </Dialog>
      <Dialog open={open === 'long'} onClose={close} title="Subjects You Teach" size="large" lightDismiss>
        {Array.from({ length: 30 }, (_, line) => (
          <p key={line} className="py-2">
            Subject {line + 1}
          </p>
        ))}
      </Dialog>
    </Card>
  );
}

function Messages() {
  return (
    <Card title="Messages">
      <div className="grid gap-3">
        <Alert tone="error">Wrong username or password.</Alert>
        <Alert tone="success" title="Thank you for your feedback!">
          Your feedback has been submitted successfully.
        </Alert>
        <Alert tone="warning" action={<Button size="small">Dismiss</Button>}>
          Some papers come in two timezone variants, TZ1 and TZ2.
        </Alert>
        <Alert tone="info">You are looking at this as a guest.</Alert>
        <EmptyState
          icon={<Plus />}
          hint="They appear here, with their papers."
          action={
            <Button variant="primary" icon={<Plus className="size-4" />}>
              Add Subjects
            </Button>
          }
        >
          No subjects selected.
        </EmptyState>
      </div>
    </Card>
  );
}

function Waiting() {
  return (
    <Card title="Waiting and counting">
      <div className="grid gap-4">
        <div className="flex items-center gap-3">
          <Skeleton className="size-10" />
          <div className="grid flex-1 gap-2">
            <Skeleton className="h-4 w-40" />
            <Skeleton className="h-4 w-full" />
          </div>
        </div>
        <p className="flex items-center gap-2 text-ink-soft">
          <Spinner /> Loading your papers...
        </p>
        <ProgressBar done={7} total={20} label="Biology" />
        <Row>
          <ProgressPill done={0} total={126} label="None" />
          <ProgressPill done={63} total={126} label="Half" />
          <ProgressPill done={126} total={126} label="All" />
        </Row>
        <LogoMark className="size-12" />
      </div>
    </Card>
  );
}

const sample = [
  { subject: 'English A: Language and Literature HL', group: 1, papers: 64, score: 91 },
  { subject: 'Spanish B SL', group: 2, papers: 18, score: 74 },
  { subject: 'Economics HL', group: 3, papers: 120, score: 63 },
  { subject: 'Chemistry HL', group: 4, papers: 7, score: 48 },
  { subject: 'Mathematics: Analysis and Approaches HL', group: 5, papers: 1204, score: 22 },
  { subject: 'Visual Arts SL', group: 6, papers: 0, score: null },
] satisfies { subject: string; group: Group; papers: number; score: number | null }[];

function Papers() {
  return (
    <Card title="Subject Statistics" flush>
      <Table caption="Subject Statistics">
        <thead>
          <tr>
            <th scope="col">Subject</th>
            <th scope="col" className="number">
              Papers Completed
            </th>
            <th scope="col" className="number">
              Average Score
            </th>
            <th scope="col">Actions</th>
          </tr>
        </thead>
        <tbody>
          {sample.map(({ subject, group, papers, score }) => (
            <tr key={subject}>
              <th scope="row">
                <span className="flex items-center gap-2.5">
                  <SubjectDot group={group} />
                  {subject}
                </span>
              </th>
              <td className="number">{papers}</td>
              <td className="number">
                {score === null ? (
                  <span className="text-ink-soft">N/A</span>
                ) : (
                  <span className={cx('rounded-sm px-2 py-1', scoreClass(score))}>{score}%</span>
                )}
              </td>
              <td>
                <a className="link" href="#top">
                  View<span className="sr-only"> {subject}</span>
                </a>
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Card>
  );
}

function TabsAndFolds() {
  const [tab, setTab] = useState<'users' | 'teachers' | 'statistics'>('users');
  return (
    <Tabs
      label="School"
      value={tab}
      onChange={setTab}
      items={[
        { id: 'users', label: 'Users', count: 412 },
        { id: 'teachers', label: 'Teachers', count: 31 },
        { id: 'statistics', label: 'Statistics' },
      ]}
    >
      <Card flush aria-label={tab}>
        <div className="divide-y divide-line">
          <Accordion
            name="fold"
            open
            title="2023 May"
            meta={<ProgressPill done={3} total={6} label="2023 May" />}
          >
            Papers of May 2023, in the tab {tab}.
          </Accordion>
          <Accordion name="fold" title="2022 November" meta={<Badge>Incomplete</Badge>}>
            Papers of November 2022.
          </Accordion>
        </div>
      </Card>
    </Tabs>
  );
}

function Row({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-2">{children}</div>;
}

import { MailCheck, MailX } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import type { Output } from '../../../../contract/index.ts';
import type { UnsentMail } from '../../../../contract/platform-admin.ts';
import { MAIL_KINDS } from '../../../../domain/mails.ts';
import { adminSentence, withStatus } from '../../api/admin-failure.ts';
import { call } from '../../api/call.ts';
import { queryClient, queryKey } from '../../api/query.ts';
import { counted } from '../../format/counted.ts';
import { AdminLoadFailed } from '../../layout/AdminLoadFailed.tsx';
import { AdminPage } from '../../layout/AdminPage.tsx';
import { BackLink } from '../../layout/BackLink.tsx';
import { useMail } from '../../layout/useMail.ts';
import { Address } from '../../lists/Address.tsx';
import { pathTo } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { focusHeading, useFocusAfter } from '../../ui/focus.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { showToast } from '../../ui/toasts.ts';
import './mail.css';

type MailState = Output<'GET /admin/mail'>;

/** What waits to be mailed, and what failed. */
export default function MailPage() {
  const mail = useMail({ isWatched: true });
  return (
    <AdminPage
      title="Mail"
      subtitle="What is waiting, and what failed"
      before={<BackLink href={pathTo('adminDashboard')} />}
    >
      <Loaded
        query={mail}
        loading={<Counts />}
        renderFailed={(retry, error) => (
          <Card>
            <AdminLoadFailed
              error={error}
              words={withStatus('Failed to load the mail', error)}
              onRetry={retry}
            />
          </Card>
        )}
      >
        {(state) => (state.is_on ? <Mails state={state} /> : <Off />)}
      </Loaded>
    </AdminPage>
  );
}

const Off = () => (
  <Card>
    <EmptyState
      icon={<MailX />}
      hint="Until then, links and passwords are shown on screen for you to pass on."
    >
      Mail is off. Set SMTP_URL and MAIL_FROM to turn it on.
    </EmptyState>
  </Card>
);

const COUNTS = [
  ['Waiting', 'waiting'],
  ['Failed', 'failed'],
  ['Sent today', 'sent_today'],
] as const;

function Counts({ state }: { state?: MailState }) {
  return (
    <dl aria-busy={state === undefined} className="grid grid-cols-3 gap-2 sm:max-w-form sm:gap-3">
      {COUNTS.map(([label, name]) => (
        <div
          key={name}
          className="rounded-lg border border-line bg-surface px-3 py-2 shadow-card sm:px-4 sm:py-3"
        >
          <dt className="text-small text-ink-soft">{label}</dt>
          <dd className="text-title font-semibold tracking-tight tabular-nums">
            {state?.[name].toLocaleString('en-US') ?? <Skeleton className="h-8 w-12" />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Mails({ state }: { state: MailState }) {
  const failed = state.mails.filter(({ failed_at: at }) => at !== null);
  const waiting = state.mails.filter(({ failed_at: at }) => at === null);
  return (
    <>
      <Counts state={state} />
      {state.mails.length === 0 && (
        <Card className="mt-4">
          <EmptyState icon={<MailCheck />}>Nothing is waiting, and nothing has failed.</EmptyState>
        </Card>
      )}
      {failed.length > 0 && (
        <MailList
          title="Failed"
          mails={failed}
          total={state.failed}
          action={state.retryable > 0 && <RetryAll count={state.retryable} />}
        />
      )}
      {waiting.length > 0 && <MailList title="Waiting" mails={waiting} total={state.waiting} />}
    </>
  );
}

type MailListProps = { title: string; mails: UnsentMail[]; total: number; action?: ReactNode };

const focusPage = () => focusHeading(document.body);

function MailList({ title, mails, total, action }: MailListProps) {
  const place = useRef<HTMLElement>(null);
  useFocusAfter(place, focusPage);
  return (
    <Card
      ref={place}
      className="mt-4"
      title={title}
      subtitle={
        total > mails.length ? `The first ${mails.length} of ${total.toLocaleString('en-US')}` : undefined
      }
      action={action}
    >
      <ul className="-my-1 divide-y divide-line">
        {mails.map((mail) => (
          <MailRow key={mail.id} mail={mail} />
        ))}
      </ul>
    </Card>
  );
}

function MailRow({ mail }: { mail: UnsentMail }) {
  const { recipient, kind, tries, last_answer: answer, next_try_at: next, failed_at: failed } = mail;
  return (
    <li className="mail-line py-3 wrap-anywhere">
      <span className="font-medium max-lg:basis-full">
        <Address>{recipient}</Address>
      </span>
      <span className="max-lg:text-small max-lg:text-ink-soft">
        {kind in MAIL_KINDS ? MAIL_KINDS[kind as keyof typeof MAIL_KINDS] : kind}
      </span>
      <span className="tabular-nums max-lg:text-small max-lg:text-ink-soft">
        {tries === 1 ? '1 try' : `${tries} tries`}
      </span>
      <span className="text-ink-soft max-lg:order-1 max-lg:basis-full max-lg:text-small max-lg:empty:hidden">
        {answer}
        {failed !== null && !mail.can_retry && ' A new link has to be requested.'}
      </span>
      <span className="text-small tabular-nums text-ink-soft">
        {next !== null && (
          <>
            Next try <Time at={next} />
          </>
        )}
        {failed !== null && <Time at={failed} />}
      </span>
      {mail.can_retry && (
        <span className="max-lg:order-2 max-lg:mt-1 max-lg:basis-full lg:justify-self-end">
          <Retry mail={mail} />
        </span>
      )}
    </li>
  );
}

const WHEN = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});
const Time = ({ at }: { at: string }) => <time dateTime={at}>{WHEN.format(new Date(at))}</time>;

/** Tries again and asks for the list anew; what was pressed goes with its row, and the heading takes the focus. */
function useRetry(send: () => Promise<unknown>) {
  const [busy, setBusy] = useState(false);
  async function run(button: Element): Promise<void> {
    setBusy(true);
    try {
      await send();
      focusHeading(button);
      await queryClient.invalidateQueries({ queryKey: queryKey('GET /admin/mail') });
    } catch (error) {
      showToast({ tone: 'danger', text: adminSentence(error, 'This did not work. Please try again.') });
    }
    setBusy(false);
  }
  return { busy, run };
}

function Retry({ mail }: { mail: UnsentMail }) {
  const { busy, run } = useRetry(() =>
    call('POST /admin/mail/{id}/retry', { as: 'platformAdmin', params: { id: mail.id } }),
  );
  return (
    <Button
      size="small"
      busy={busy}
      aria-label={`Retry ${mail.recipient}`}
      onClick={(event) => void run(event.currentTarget)}
    >
      Retry
    </Button>
  );
}

function RetryAll({ count }: { count: number }) {
  const { busy, run } = useRetry(async () => {
    const { retried } = await call('POST /admin/mail/retry', { as: 'platformAdmin' });
    showToast({ text: `${counted(retried, 'message')} will be sent again.` });
  });
  return (
    <Button size="small" busy={busy} onClick={(event) => void run(event.currentTarget)}>
      Retry all {count.toLocaleString('en-US')}
    </Button>
  );
}

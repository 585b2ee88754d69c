import { Check, Mail, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { FeedbackEntry } from '../../../../contract/feedback.ts';
import { adminSentence } from '../../api/admin-failure.ts';
import { call } from '../../api/call.ts';
import { queryClient, queryKey } from '../../api/query.ts';
import type { Pages } from '../../api/usePages.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { showToast } from '../../ui/toasts.ts';

const LIST = 'GET /admin/feedback';
const WHEN = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

async function mark(id: number, done: boolean): Promise<void> {
  const changed = await call('POST /admin/feedback/{id}/done', {
    as: 'platformAdmin',
    params: { id },
    json: { done },
  });
  queryClient.setQueriesData<Pages<typeof LIST>>(
    { queryKey: queryKey(LIST) },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          rows: page.rows.map((entry) => (entry.id === id ? changed : entry)),
        })),
      },
  );
}

export function FeedbackItem({ entry }: { entry: FeedbackEntry }) {
  const [busy, setBusy] = useState(false);
  const isDone = entry.done_at !== null;

  async function toggle(): Promise<void> {
    setBusy(true);
    try {
      await mark(entry.id, !isDone);
    } catch (error) {
      showToast({ tone: 'danger', text: adminSentence(error, 'This did not work. Please try again.') });
    }
    setBusy(false);
  }

  return (
    <li className="rounded-lg border border-line bg-surface p-4 shadow-card sm:px-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-ink-soft">
        <span className="min-w-0 font-medium wrap-anywhere text-ink">{senderOf(entry)}</span>
        <time dateTime={entry.created_at} className="tabular-nums">
          {WHEN.format(new Date(entry.created_at))}
        </time>
        {isDone && (
          <Badge tone="done" icon={<Check />} className="ml-auto">
            Done
          </Badge>
        )}
      </div>
      <p className={cx('mt-2 max-w-text wrap-anywhere whitespace-pre-line', isDone && 'text-ink-soft')}>
        {entry.message}
      </p>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        {entry.email ? (
          <a href={`mailto:${entry.email}`} className="link inline-flex min-w-0 items-center gap-1.5 py-1.5">
            <Mail className="size-4 shrink-0" aria-hidden="true" />
            <span className="min-w-0 wrap-anywhere">{entry.email}</span>
          </a>
        ) : (
          <span className="text-small text-ink-soft">No reply requested</span>
        )}
        <Button
          size="small"
          variant={isDone ? 'ghost' : 'secondary'}
          busy={busy}
          icon={isDone ? <RotateCcw className="size-4" /> : <Check className="size-4" />}
          onClick={() => void toggle()}
        >
          {isDone ? 'Mark as not done' : 'Mark as done'}
        </Button>
      </div>
    </li>
  );
}

/** Who was logged in, if somebody was. An address that stands below as the one to answer to is not said twice. */
function senderOf({ username, user_email, email }: FeedbackEntry): string {
  const address = username && user_email === email ? undefined : user_email;
  return [username, address].filter(Boolean).join(' · ') || 'Guest';
}

import { useRef, useState } from 'react';
import type { Output } from '../../../../contract/index.ts';
import { call } from '../../api/call.ts';
import { statusOf } from '../../api/failure.ts';
import { queryClient, queryKey, useApiQuery } from '../../api/query.ts';
import { shownDate, shownTime } from '../../format/shown-date.ts';
import { LoadedPart, SettingsSection } from '../../layout/SettingsSection.tsx';
import { Button } from '../../ui/Button.tsx';
import { useFocusAfter } from '../../ui/focus.ts';
import { showToast } from '../../ui/toasts.ts';
import type { AccountOwner } from './owner.ts';

type Login = Output<'GET /users/me/sessions'>['sessions'][number];

/** Where the user is logged in, and the end of any of it. */
export function DevicesSection({ owner }: { owner: AccountOwner }) {
  const logins = useApiQuery('GET /users/me/sessions', { as: owner.as }, { staleTime: 0 });
  return (
    <SettingsSection
      id="devices"
      text="Where you are logged in. If a device is not yours, log it out, then change your password."
    >
      <LoadedPart query={logins} failed="The devices could not be loaded.">
        {({ sessions }) => <Logins logins={sessions} owner={owner} />}
      </LoadedPart>
    </SettingsSection>
  );
}

function Logins({ logins, owner: { as } }: { logins: readonly Login[]; owner: AccountOwner }) {
  return (
    <>
      <ul tabIndex={-1} className="grid gap-2.5">
        {logins.map((login) => (
          <li key={login.id} className="flex items-center justify-between gap-3">
            <div className="min-w-0">
              <p className="wrap-anywhere">{login.device}</p>
              <p className="text-small text-ink-soft">{whenOf(login)}</p>
            </div>
            {!login.is_current && (
              <EndButton
                label={`Log out ${login.device}, ${whenOf(login)}`}
                end={() => call('DELETE /users/me/sessions/{id}', { as, params: { id: login.id } })}
                done="That device is logged out."
                failed="Failed to log out that device. Please try again."
              >
                Log out
              </EndButton>
            )}
          </li>
        ))}
      </ul>
      {logins.length > 2 && (
        <div className="mt-3">
          <EndButton
            end={() => call('DELETE /users/me/sessions', { as })}
            done="Logged out everywhere else."
            failed="Failed to log out the others. Please try again."
          >
            Log out all others
          </EndButton>
        </div>
      )}
    </>
  );
}

/** What was pressed goes with its login: a reader goes on with those that are left. */
const focusList = (gone: Element) => gone.closest('section')?.querySelector('ul')?.focus();

type EndButtonProps = {
  label?: string;
  end: () => Promise<unknown>;
  done: string;
  failed: string;
  children: string;
};

function EndButton({ label, end, done, failed, children }: EndButtonProps) {
  const [busy, setBusy] = useState(false);
  const place = useRef<HTMLSpanElement>(null);
  useFocusAfter(place, focusList);

  async function press(): Promise<void> {
    setBusy(true);
    try {
      await end();
      showToast({ tone: 'done', text: done });
    } catch (error) {
      // It has ended by itself, or in another tab: the list, asked for again, is without it.
      if (statusOf(error) !== 404) {
        showToast({ tone: 'danger', text: failed });
        setBusy(false);
        return;
      }
      showToast({ text: 'That device is already logged out.' });
    }
    await queryClient.invalidateQueries({ queryKey: queryKey('GET /users/me/sessions') });
    setBusy(false);
  }

  return (
    <span ref={place} className="shrink-0">
      <Button size="small" aria-label={label} busy={busy} onClick={() => !busy && void press()}>
        {children}
      </Button>
    </span>
  );
}

/** 'since 3 Nov 2026 14:02, this one': the time tells apart what was opened on the same day. */
function whenOf({ created_at, last_used_at, is_current }: Login): string {
  const start = new Date(created_at);
  const since = `since ${shownDate(start)} ${shownTime(start)}`;
  return `${since}, ${is_current ? 'this one' : `last used ${shownDate(new Date(last_used_at))}`}`;
}

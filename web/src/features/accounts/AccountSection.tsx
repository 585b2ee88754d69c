import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import type { Output } from '../../../../contract/index.ts';
import { call } from '../../api/call.ts';
import { failureOf } from '../../api/failure.ts';
import { queryClient, useApiQuery } from '../../api/query.ts';
import { LoadedPart, SettingsSection } from '../../layout/SettingsSection.tsx';
import { useIsImpersonating } from '../../session/admins.ts';
import { Breakable } from '../../ui/Breakable.tsx';
import { Button } from '../../ui/Button.tsx';
import type { AccountOwner } from './owner.ts';
import { SchoolSignInRow, useHasPassword } from './SchoolSignInRow.tsx';

const ChangeAddress = lazy(() => import('./ChangeAddress.tsx'));
const ChangePasswordDialog = lazy(() => import('./ChangePasswordDialog.tsx'));

type Profile = Output<'GET /users/me'>;

type AccountSectionProps = {
  owner: AccountOwner;
  /** As it was when they came, should it be known: it is asked for again. */
  known?: Profile;
  /** What stands beside 'Weekly mail', where mail is on. */
  renderWeeklyMail?: ((isConfirmed: boolean) => ReactNode) | undefined;
};

/** Who the user is here: the address, the password, and the school's own sign-in. */
export function AccountSection({ owner, known, renderWeeklyMail }: AccountSectionProps) {
  const profile = useApiQuery(
    'GET /users/me',
    { as: owner.as },
    { staleTime: 0, ...(known && { initialData: known }) },
  );
  const hasPassword = useHasPassword(owner);
  const isMailed = useIsMailed();
  const isImpersonating = useIsImpersonating();
  const [isChanging, setChanging] = useState(false);
  return (
    <SettingsSection id="account">
      <div className="grid gap-4">
        <LoadedPart query={profile} failed="Your account could not be loaded.">
          {({ username, email, email_confirmed: isConfirmed }) => (
            <div className="grid gap-4">
              {username !== null && <Row name="Username">{username}</Row>}
              <Row name="Email">
                <OwnAddress
                  owner={owner}
                  email={email}
                  isConfirmed={isConfirmed}
                  canChange={hasPassword && !isImpersonating}
                />
              </Row>
            </div>
          )}
        </LoadedPart>
        <Row name="Password">
          {hasPassword ? (
            <Button size="small" onClick={() => setChanging(true)}>
              Change password
            </Button>
          ) : (
            <p>None. You sign in with your school.</p>
          )}
        </Row>
        <SchoolSignInRow owner={owner}>
          {(state) => <Row name="School’s sign-in">{state}</Row>}
        </SchoolSignInRow>
        {renderWeeklyMail && isMailed && (
          <Row name="Weekly mail">{renderWeeklyMail(profile.data?.email_confirmed === true)}</Row>
        )}
      </div>
      {isChanging && (
        <Suspense>
          <ChangePasswordDialog owner={owner} onClose={() => setChanging(false)} />
        </Suspense>
      )}
    </SettingsSection>
  );
}

const useIsMailed = () => useApiQuery('GET /sign-in/options', { as: 'nobody' }).data?.mail === true;

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 gap-y-1 sm:grid-cols-[8rem_1fr] sm:items-baseline">
      <p className="text-small text-ink-soft sm:text-body">{name}</p>
      <div className="min-w-0 wrap-anywhere">{children}</div>
    </div>
  );
}

type OwnAddressProps = {
  owner: AccountOwner;
  /** Null for a school admin who was made without one. */
  email: string | null;
  isConfirmed: boolean;
  /** By the password, and so not by who has none: their school looks after their address. */
  canChange: boolean;
};

function OwnAddress({ owner, email, isConfirmed, canChange }: OwnAddressProps) {
  const isMailed = useIsMailed();
  const isImpersonating = useIsImpersonating();
  const [isOpen, setOpen] = useState(false);
  const [said, setSaid] = useState<string>();
  const opener = useRef<HTMLButtonElement>(null);

  function close(): void {
    setOpen(false);
    opener.current?.focus();
  }
  async function done(to: string, sent: boolean): Promise<void> {
    close();
    setSaid(
      sent ? `A link is on its way to ${to}. Your address changes when you open it.` : 'Address changed.',
    );
    if (sent) return;
    owner.renewProfile?.(await call('GET /users/me', { as: owner.as }));
    // The school goes by the address, and the teachers by the school.
    await queryClient.invalidateQueries();
  }
  async function sendAgain(): Promise<void> {
    try {
      await call('POST /users/me/email/link', { as: owner.as });
      setSaid('A new link is on its way.');
    } catch (error) {
      const { sentence, hint } = failureOf(error, () => 'The link could not be sent.');
      setSaid(hint === undefined ? sentence : `${sentence} ${hint}`);
    }
  }

  return (
    <>
      <p>{email === null ? <span className="text-ink-soft">None</span> : <Breakable>{email}</Breakable>}</p>
      {email !== null && !isConfirmed && isMailed && (
        <p className="text-small text-part">
          Not confirmed.{' '}
          {!isImpersonating && (
            <button type="button" className="link -my-2 py-2" onClick={() => void sendAgain()}>
              Send link again
            </button>
          )}
        </p>
      )}
      <p role="status" className="text-small text-pretty text-ink-soft">
        {said}
      </p>
      {canChange && (
        <Button
          ref={opener}
          size="small"
          className="mt-2"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {email === null ? 'Add address' : 'Change address'}
        </Button>
      )}
      {isOpen && (
        <Suspense>
          <ChangeAddress
            owner={owner}
            email={email}
            isMailed={isMailed}
            onCancel={close}
            onDone={(to, sent) => void done(to, sent)}
          />
        </Suspense>
      )}
    </>
  );
}

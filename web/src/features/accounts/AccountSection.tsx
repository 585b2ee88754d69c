import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Output } from '../../../../contract/index.ts';
import { useApiQuery } from '../../api/query.ts';
import { LoadedPart, SettingsSection } from '../../layout/SettingsSection.tsx';
import { Button } from '../../ui/Button.tsx';
import type { AccountOwner } from './owner.ts';

const ChangePasswordDialog = lazy(() => import('./ChangePasswordDialog.tsx'));

type Profile = Output<'GET /users/me'>;

type AccountSectionProps = {
  owner: AccountOwner;
  /** As it was when they came, should it be known: it is asked for again. */
  known?: Profile;
};

/** Who the user is here, and the password. */
export function AccountSection({ owner, known }: AccountSectionProps) {
  const profile = useApiQuery(
    'GET /users/me',
    { as: owner.as },
    { staleTime: 0, ...(known && { initialData: known }) },
  );
  const [isChanging, setChanging] = useState(false);
  return (
    <SettingsSection id="account">
      <div className="grid gap-4">
        <LoadedPart query={profile} failed="Your account could not be loaded.">
          {({ username, email, email_confirmed: isConfirmed }) => (
            <div className="grid gap-4">
              {username !== null && <Row name="Username">{username}</Row>}
              {email !== null && (
                <Row name="Email">
                  {email}
                  {!isConfirmed && <Unconfirmed />}
                </Row>
              )}
            </div>
          )}
        </LoadedPart>
        <Row name="Password">
          <Button size="small" onClick={() => setChanging(true)}>
            Change password
          </Button>
        </Row>
      </div>
      {isChanging && (
        <Suspense>
          <ChangePasswordDialog owner={owner} onClose={() => setChanging(false)} />
        </Suspense>
      )}
    </SettingsSection>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 gap-y-1 sm:grid-cols-[8rem_1fr] sm:items-baseline">
      <p className="text-small text-ink-soft sm:text-body">{name}</p>
      <div className="min-w-0 wrap-anywhere">{children}</div>
    </div>
  );
}

/** Only where links are mailed is there anything to do about it. */
function Unconfirmed() {
  const options = useApiQuery('GET /sign-in/options', { as: 'nobody' });
  return options.data?.mail === true && <p className="text-small text-part">Not confirmed.</p>;
}

import { type ReactNode, useState } from 'react';
import { call } from '../../api/call.ts';
import { type Failure, failureOf } from '../../api/failure.ts';
import { useApiQuery } from '../../api/query.ts';
import { FormFailure } from '../../layout/FormFailure.tsx';
import { useIsImpersonating } from '../../session/admins.ts';
import { Button } from '../../ui/Button.tsx';
import type { AccountOwner } from './owner.ts';

const AWAY = 'Your school’s sign-in does not answer.';

/** Whether somebody can come in through their school's own sign-in. Nothing where the school has none. */
export function SchoolSignInRow({
  owner,
  children,
}: {
  owner: AccountOwner;
  children: (state: ReactNode) => ReactNode;
}) {
  const { data } = useApiQuery('GET /users/me/sign-in', { as: owner.as }, { staleTime: 0 });
  const isImpersonating = useIsImpersonating();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  if (!data?.offered && !data?.joined) return null;

  async function join(): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    try {
      const { address } = await call('POST /users/me/sign-in', { as: owner.as, withCookie: true });
      window.location.assign(address);
    } catch (error) {
      setFailure(failureOf(error, () => AWAY));
      setBusy(false);
    }
  }
  return children(
    data.joined ? (
      <p>Joined. You can sign in with your school.</p>
    ) : (
      <>
        <p className="text-pretty text-ink-soft">Join it once, and you need no password here.</p>
        {!isImpersonating && (
          <Button
            size="small"
            className="mt-2"
            busy={busy}
            busyLabel="Going to your school..."
            onClick={() => void join()}
          >
            Join
          </Button>
        )}
        <FormFailure failure={failure} className="mt-2" />
      </>
    ),
  );
}

import { useState } from 'react';
import { call } from '../../api/call.ts';
import { type Failure, failureOf } from '../../api/failure.ts';
import { FormFailure } from '../../layout/FormFailure.tsx';
import { Button } from '../../ui/Button.tsx';
import type { AccountOwner } from './owner.ts';

/** Sends somebody who is logged in to their school, which says who they are. */
export default function JoinSchool({ owner }: { owner: AccountOwner }) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();

  async function join(): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    try {
      const { address } = await call('POST /users/me/sign-in', { as: owner.as, withCookie: true });
      window.location.assign(address);
    } catch (error) {
      setFailure(failureOf(error, () => 'Your school’s sign-in does not answer.'));
      setBusy(false);
    }
  }
  return (
    <>
      <Button
        size="small"
        className="mt-2"
        busy={busy}
        busyLabel="Going to your school..."
        onClick={() => void join()}
      >
        Join
      </Button>
      <FormFailure failure={failure} className="mt-2" />
    </>
  );
}

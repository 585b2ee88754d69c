import { useEffect, useRef, useState } from 'react';
import type { ManagedUser } from '../../../../contract/platform-admin.ts';
import { IMPERSONATION_MINUTES } from '../../../../domain/permissions.ts';
import { adminSentence } from '../../api/admin-failure.ts';
import { call } from '../../api/call.ts';
import { type Failure, failureOf } from '../../api/failure.ts';
import { FormFailure } from '../../layout/FormFailure.tsx';
import { Address } from '../../lists/Address.tsx';
import { pathTo } from '../../paths.ts';
import { beginImpersonation, endBorrowed } from '../../session/impersonation.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { hideToast, showToast } from '../../ui/toasts.ts';
import { nameOf } from './UserTable.tsx';
import { leaveIfGone } from './useUsers.ts';

/** Time to read that it has begun. */
const PAUSE = 1000;

const PLACES: Record<ManagedUser['role'], string> = {
  student: pathTo('dashboard'),
  teacher: pathTo('teachers'),
  school_admin: pathTo('schoolAdminDashboard'),
};

type ImpersonateDialogProps = { user: ManagedUser; onClose: (isGone?: boolean) => void };

export function ImpersonateDialog({ user, onClose }: ImpersonateDialogProps) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const isGone = useRef(false);
  const callOff = useRef<() => void>(undefined);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      callOff.current?.();
    };
  }, []);
  const name = nameOf(user);

  function fail(error: unknown): void {
    setFailure(failureOf(error, () => adminSentence(error, 'Failed to impersonate user')));
    setBusy(false);
  }

  function begin(token: string): void {
    callOff.current = undefined;
    try {
      beginImpersonation({
        name,
        slot: user.role === 'school_admin' ? 'schoolAdminToken' : 'token',
        token,
        endsAt: Date.now() + IMPERSONATION_MINUTES * 60_000,
        goesTo: PLACES[user.role],
      });
    } catch (error) {
      endBorrowed(token);
      fail(error);
    }
  }

  async function impersonate(): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    try {
      const { access_token: token } = await call('POST /admin/impersonate/{id}', {
        as: 'platformAdmin',
        params: { id: user.id },
      });
      // Closed while the server was asked, or in the time to read: it never begins, and their session ends.
      if (isGone.current) {
        endBorrowed(token);
        return;
      }
      const toast = showToast({ tone: 'done', text: `Now impersonating ${name}` });
      const timer = setTimeout(() => begin(token), PAUSE);
      callOff.current = () => {
        clearTimeout(timer);
        hideToast(toast);
        endBorrowed(token);
      };
    } catch (error) {
      if (leaveIfGone(user.id, error)) onClose(true);
      else fail(error);
    }
  }

  return (
    <Dialog
      open
      size="small"
      title={
        <span className="wrap-anywhere">
          Impersonate <Address>{name}</Address>?
        </span>
      }
      onClose={() => onClose()}
      footer={
        <>
          <Button onClick={() => onClose()} data-autofocus>
            Cancel
          </Button>
          <Button
            variant="primary"
            busy={busy}
            busyLabel="Impersonating..."
            onClick={() => void impersonate()}
          >
            Impersonate
          </Button>
        </>
      }
    >
      <p>
        For up to {IMPERSONATION_MINUTES} minutes you see Tickmark as they do. Their settings will show that
        you viewed their account, and what you changed.
      </p>
      <p className="mt-2 text-ink-soft">A banner on every screen leads back here.</p>
      <FormFailure failure={failure} className="mt-3" />
    </Dialog>
  );
}

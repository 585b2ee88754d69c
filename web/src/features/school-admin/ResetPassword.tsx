import { lazy, Suspense, useState } from 'react';
import { call } from '../../api/call.ts';
import { detailOf } from '../../api/failure.ts';
import { Button } from '../../ui/Button.tsx';

const ResetPasswordDialog = lazy(() => import('../../layout/ResetPasswordDialog.tsx'));

/** For a student or teacher who lost their password. */
export function ResetPassword({ id, name }: { id: string; name: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Reset password
      </Button>
      {isOpen && (
        <Suspense>
          <ResetPasswordDialog
            name={name}
            reset={() => call('POST /schooladmin/users/{id}/password', { as: 'schoolAdmin', params: { id } })}
            mailLink={() =>
              call('POST /schooladmin/users/{id}/password/link', { as: 'schoolAdmin', params: { id } })
            }
            sentence={(error) => detailOf(error) ?? 'Failed to reset the password'}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

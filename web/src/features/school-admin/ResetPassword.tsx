import { lazy, Suspense, useState } from 'react';
import { Button } from '../../ui/Button.tsx';

const ResetMemberDialog = lazy(() => import('./ResetMemberDialog.tsx'));

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
          <ResetMemberDialog id={id} name={name} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

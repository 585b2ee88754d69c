import { CloudOff } from 'lucide-react';
import { useLocation } from 'wouter';
import { adminSentence, needsAdminLogin } from '../api/admin-failure.ts';
import { detailOf, failureOf } from '../api/failure.ts';
import { pathTo } from '../paths.ts';
import { logoutPlatformAdmin } from '../session/admins.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';

type AdminLoadFailedProps = {
  error: unknown;
  /** What is said unless it is the password that is wrong. */
  words: string;
  onRetry: () => void;
};

/** Stands where something of an admin's should, and says why it does not. */
export function AdminLoadFailed({ error, words, onRetry }: AdminLoadFailedProps) {
  const [, navigate] = useLocation();
  const isLocked = needsAdminLogin(error);
  const { sentence, hint = detailOf(error) } = failureOf(error, () =>
    isLocked ? adminSentence(error, words) : words,
  );
  return (
    <div role="alert">
      <EmptyState
        icon={<CloudOff />}
        hint={hint === sentence ? undefined : hint}
        action={
          isLocked ? (
            <Button
              variant="primary"
              onClick={() => {
                navigate(pathTo('adminLogin'));
                logoutPlatformAdmin();
              }}
            >
              Log in again
            </Button>
          ) : (
            <Button onClick={onRetry}>Try again</Button>
          )
        }
      >
        {sentence}
      </EmptyState>
    </div>
  );
}

import { lazy, type ReactNode, Suspense } from 'react';
import { useApiQuery } from '../../api/query.ts';
import { useIsImpersonating } from '../../session/admins.ts';
import type { AccountOwner } from './owner.ts';

/** Fetched by the few who can. */
const JoinSchool = lazy(() => import('./JoinSchool.tsx'));

type SchoolSignInRowProps = { owner: AccountOwner; children: (state: ReactNode) => ReactNode };

const useSignIn = (owner: AccountOwner) =>
  useApiQuery('GET /users/me/sign-in', { as: owner.as }, { staleTime: 0 });
/** Whoever came through their school has none, unless they asked for one. Until that is known, they have. */
export const useHasPassword = (owner: AccountOwner): boolean => useSignIn(owner).data?.has_password ?? true;

/** Whether somebody can come in through their school's own sign-in. Nothing where the school has none. */
export function SchoolSignInRow({ owner, children }: SchoolSignInRowProps) {
  const { data } = useSignIn(owner);
  const isImpersonating = useIsImpersonating();
  if (!data?.offered && !data?.joined) return null;
  if (data.joined) return children(<p>Joined. You can sign in with your school.</p>);
  return children(
    <>
      <p className="text-pretty text-ink-soft">Join it once, and you need no password here.</p>
      {!isImpersonating && (
        <Suspense>
          <JoinSchool owner={owner} />
        </Suspense>
      )}
    </>,
  );
}

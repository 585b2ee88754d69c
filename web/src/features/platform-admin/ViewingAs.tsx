import { lazy, Suspense } from 'react';
import { useIsImpersonating } from '../../session/admins.ts';

/** Fetched by nobody but the platform admin. Should it not come now, the page is shown all the same. */
const ImpersonationBanner = lazy(() =>
  import('./ImpersonationBanner.tsx').catch(() => ({ default: () => null })),
);

export function ViewingAs() {
  return (
    useIsImpersonating() && (
      <Suspense>
        <ImpersonationBanner />
      </Suspense>
    )
  );
}

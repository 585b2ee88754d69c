import { EyeOff, UserRoundSearch } from 'lucide-react';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { Address } from '../../lists/Address.tsx';
import { pathTo } from '../../paths.ts';
import { logoutSchoolAdmin } from '../../session/admins.ts';
import {
  endByLogin,
  endImpersonation,
  type Impersonation,
  isViewing,
  parseImpersonation,
} from '../../session/impersonation.ts';
import { logout } from '../../session/session.ts';
import { readStored, type StoredName, subscribeStored } from '../../storage.ts';
import { Strip } from '../../ui/Strip.tsx';

/** Says on every screen that it is somebody else's, and is the way back. */
export default function ImpersonationBanner() {
  const stored = useStored('impersonation');
  // What tells whether it goes on.
  useStored('token');
  useStored('schoolAdminToken');
  const impersonation = useMemo(() => parseImpersonation(stored), [stored]);
  useEndings(impersonation);
  if (stored === undefined) return null;

  const goesOn = impersonation !== undefined && isViewing(impersonation);
  const Icon = goesOn ? UserRoundSearch : EyeOff;
  return (
    <Strip kind="viewing" label="Impersonation" className="border-toast-line bg-toast text-on-toast">
      <Icon className="size-5 shrink-0 text-toast-accent max-sm:hidden" aria-hidden="true" />
      <p role="status" className="min-w-0 flex-1 wrap-anywhere">
        Viewing as{' '}
        <span className="font-semibold">
          <Address>{impersonation?.name ?? 'somebody else'}</Address>
        </span>
        {!goesOn && ' has ended; it lasts 30 minutes at most.'}
      </p>
      <button
        type="button"
        className="-mr-3 min-h-11 shrink-0 rounded-md px-3 font-medium text-toast-accent -outline-offset-4 hover:underline focus-visible:outline-toast-accent"
        onClick={() => endImpersonation()}
      >
        Return to admin
      </button>
    </Strip>
  );
}

function useStored(name: StoredName): string | undefined {
  return useSyncExternalStore(
    (listener) => subscribeStored(name, listener),
    () => readStored(name),
    () => undefined,
  );
}

/** After its time what is on the screen goes too, whether anything was pressed or not; and a login of one's own ends it. */
function useEndings(impersonation: Impersonation | undefined): void {
  useEffect(() => {
    if (!impersonation || !isViewing(impersonation)) return undefined;
    const end = impersonation.slot === 'token' ? logout : logoutSchoolAdmin;
    const timer = setTimeout(end, Math.max(0, impersonation.endsAt - Date.now()));
    return () => clearTimeout(timer);
  }, [impersonation]);

  useEffect(() => {
    const endAsUser = () => endByLogin('token', window.location.pathname);
    const endAsSchoolAdmin = () => endByLogin('schoolAdminToken', pathTo('schoolAdminDashboard'));
    // A quick typist has logged in before the banner is there.
    endAsUser();
    endAsSchoolAdmin();
    const ends = [
      subscribeStored('token', (elsewhere) => {
        if (!elsewhere) endAsUser();
      }),
      subscribeStored('schoolAdminToken', (elsewhere) => {
        if (!elsewhere) endAsSchoolAdmin();
      }),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, []);
}

import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { useEndedLogin } from '../../api/ended-login.ts';
import { pathTo } from '../../paths.ts';
import { type User, useSession } from '../../session/session.ts';

/** Sends a user who is logged in, already or by this very form, to where they want to be; Back does not return here. */
export function useGuestsOnly(placeOf: (user: User) => string | undefined = () => pathTo('home')): void {
  const session = useSession();
  const isEnded = useEndedLogin() === 'user';
  const [, navigate] = useLocation();
  const place = session.status === 'user' && !isEnded ? placeOf(session.user) : undefined;
  useEffect(() => {
    if (place !== undefined) navigate(place, { replace: true });
  }, [place, navigate]);
}

import type { Output } from '../../../../contract/index.ts';
import type { Login } from '../../api/credentials.ts';

/** Whose account it is that the settings are about. */
export type AccountOwner = {
  /** For the browser's password store, which would otherwise not know whose password it keeps. */
  username: string;
  as: Exclude<Login, 'platformAdmin'>;
  /** The change ends every session; this takes the token that goes on. */
  renew: (token: string) => void;
  /** The profile has changed: whoever shows it is to know. */
  renewProfile?: (profile: Output<'GET /users/me'>) => void;
  /** The account is gone: forgets it here and goes where somebody without one is welcome. */
  leave: () => void;
};

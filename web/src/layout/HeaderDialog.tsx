import { createContext, type ReactNode, Suspense, useContext } from 'react';
import type { Credential } from '../api/credentials.ts';

/** Whose account it is that a dialog of the settings is about. */
export type AccountOwner = {
  /** For the browser's password store, which would otherwise not know whose password it keeps. */
  username: string;
  as: Credential;
  /** The change ends every session; this takes the token that goes on. */
  renew: (token: string) => void;
  /** The account is gone: forgets it here and goes where somebody without one is welcome. */
  leave: () => void;
};

export type HeaderDialogProps = { onClose: () => void } & (
  | { kind: 'password'; owner: AccountOwner }
  | { kind: 'data'; owner: AccountOwner }
  | { kind: 'followers' }
  | { kind: 'logout'; onLogout: () => void }
);

/** The dialogs that headers open belong to features, which a header does not import: the app gives them. */
export const HeaderDialogContext = createContext<(props: HeaderDialogProps) => ReactNode>(() => null);

export function HeaderDialog(props: HeaderDialogProps) {
  const renderDialog = useContext(HeaderDialogContext);
  return <Suspense>{renderDialog(props)}</Suspense>;
}

import { call } from '../../api/call.ts';

export const DEAD_LINK = 'This link was used or is too old.';

/** Proves the address that the link was sent to. */
export const confirmAddress = (token: string) =>
  call('POST /email/confirm', { as: 'nobody', json: { token } });

import { call } from '../../api/call.ts';
import type { Credential } from '../../api/credentials.ts';
import { besideField, detailOf } from '../../api/failure.ts';
import { textOf } from '../../api/useSubmit.ts';
import { newPasswordIn } from './NewPassword.tsx';

/** Changing one's own password, in the settings or because somebody else made it. */

/** Sends the fields of the form; resolves to the token that goes on. */
export async function changePassword(as: Credential, data: FormData): Promise<string> {
  const new_password = newPasswordIn(data);
  const { access_token } = await besideField(
    call('POST /users/me/password', {
      as,
      json: { current_password: textOf(data, 'current_password'), new_password },
    }),
    { current_password: /^The current password/, new_password: /^Password/ },
  );
  return access_token;
}

export const changeSentence = (error: unknown) => detailOf(error) ?? 'Failed to change the password';

export const CHANGE_UNSURE = {
  sentence: 'The change was not confirmed.',
  hint: 'It may have gone through anyway: try the new password when you log in.',
};

/** The password that somebody has just logged in with and is to change: they need not type it twice. */
let given: string | undefined;
export const keepGiven = (password: string | undefined): void => {
  given = password;
};
export const readGiven = (): string | undefined => given;

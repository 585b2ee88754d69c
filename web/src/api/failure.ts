import { UNAVAILABLE } from '../../../domain/messages.ts';
import { referenceOf } from '../../../domain/reference.ts';
import { ApiError, ConnectionError, ProfileError } from './errors.ts';

/** What a form says when it failed: the sentence of the screen and, where it helps, one more line. */
export type Failure = {
  sentence: string;
  hint?: string | undefined;
  /** The name of the field that it is about: said beside it, and nowhere else. */
  field?: string;
};

/** An error whose message is meant for the reader, found before anything was sent. */
export class Refused extends Error {}

/** One that is about one field. */
export class RefusedField extends Refused {
  readonly field: string;

  constructor(field: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.field = field;
  }
}

/**
 * What is said where nobody knows whether it happened: what to do next and, where the words of the screen would deny
 * that it happened, others in their place.
 */
export type Unsure = { sentence?: string; hint: string };

/**
 * Nobody knows whether it happened: no answer came, or that of a server in trouble or of a gateway before it. Either
 * may have come after the deed.
 */
export const mayHaveHappened = (error: unknown): boolean =>
  error instanceof ConnectionError || (statusOf(error) ?? 0) >= 500;

/** `sentence` is what the screen says about an error it knows nothing better about. */
export function failureOf(error: unknown, sentence: (error: unknown) => string, unsure?: Unsure): Failure {
  if (error instanceof RefusedField) return { sentence: error.message, field: error.field };
  if (error instanceof Refused) return { sentence: error.message };
  if (error instanceof ProfileError)
    return {
      sentence: 'You are logged in, but your profile could not be loaded.',
      hint: 'Reload the page to try again.',
    };
  const doubt = mayHaveHappened(error) ? unsure : undefined;
  const said = doubt?.sentence ?? sentence(error);
  const hints = [hintFor(error, said), doubt?.hint].filter((hint) => hint !== undefined && hint !== said);
  return { sentence: said, hint: hints.join(' ') || undefined };
}

function hintFor(error: unknown, said: string): string | undefined {
  if (error instanceof ConnectionError) {
    if (!navigator.onLine) return 'You seem to be offline.';
    const again = said.includes('try again') ? '' : ' Please try again in a moment.';
    return `Tickmark cannot be reached.${again}`;
  }
  if (!(error instanceof ApiError)) return undefined;
  if (error.status === 429)
    return `Too many attempts. Please wait ${error.retryAfter ? waitingTime(error.retryAfter) : 'a moment'}.`;
  // The right password at the wrong door: the server says which is the right one.
  if (error.status === 403) return error.detail;
  // What is only unavailable passes; what went wrong has to be found.
  if (error.status === 500 && error.requestId)
    return `${UNAVAILABLE} (Reference: ${referenceOf(error.requestId)})`;
  if (error.status >= 500) return UNAVAILABLE;
  return undefined;
}

export function waitingTime(seconds: number): string {
  const [count, unit] = seconds < 90 ? [Math.max(1, seconds), 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

export const statusOf = (error: unknown) => (error instanceof ApiError ? error.status : undefined);
export const detailOf = (error: unknown) => (error instanceof ApiError ? error.detail : undefined);

/** How the server's sentences about the fields of an account begin. */
export const ACCOUNT_FIELDS = {
  username: /^(This )?username/i,
  email: /^(This |Enter a valid )?email/i,
  password: /^password/i,
};

/** Says of a refusal that begins like this which field it is about. The server's sentences name it. */
export async function besideField<T>(answer: Promise<T>, fields: Record<string, RegExp>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    const detail = detailOf(error);
    const field = detail && Object.keys(fields).find((name) => fields[name]?.test(detail));
    throw detail && field ? new RefusedField(field, detail, { cause: error }) : error;
  }
}

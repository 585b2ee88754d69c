const CONTROL = /\p{Cc}/u;
const CONTROL_BUT_LINES_AND_TABS = /(?!\r?\n|\t)\p{Cc}/u;
// Under the u flag a proper pair is one code point, so only a surrogate without its partner matches.
const LONE_SURROGATE = /\p{Cs}/u;
// They reorder the text around them, so that a name can read as another.
const BIDI_CONTROL = /\p{Bidi_Control}/u;

/** Why a text may not be stored: PostgreSQL refuses NUL and broken UTF-16, and the rest deceives people. */
export function storedTextProblem(text: string, { multiline = false } = {}): string | undefined {
  const control = multiline ? CONTROL_BUT_LINES_AND_TABS : CONTROL;
  if (control.test(text)) return 'Control characters are not allowed.';
  if (!isWellFormed(text)) return 'The text contains an invalid character.';
  if (BIDI_CONTROL.test(text)) return 'Text direction characters are not allowed.';
  return undefined;
}

// String.prototype.isWellFormed is newer than the library (es2023) we compile against.
export function isWellFormed(text: string): boolean {
  return !LONE_SURROGATE.test(text);
}

/** What people count as characters, and PostgreSQL too: an emoji is one, not two. */
export function codePoints(text: string): number {
  return Array.from(text).length;
}

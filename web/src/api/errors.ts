/** The server answered, and not with success. */
export class ApiError extends Error {
  readonly status: number;
  /** What the server says is wrong; absent when something between us and the server answered. */
  readonly detail: string | undefined;
  /** Seconds to wait, with a 429 or 503. */
  readonly retryAfter: number | undefined;
  /** The server's id of the request, by which its log is searched. */
  readonly requestId: string | undefined;

  constructor(
    status: number,
    detail: string | undefined,
    retryAfter: number | undefined,
    requestId?: string,
  ) {
    super(detail ?? `Status ${status}`);
    this.name = 'ApiError';
    this.status = status;
    this.detail = detail;
    this.retryAfter = retryAfter;
    this.requestId = requestId;
  }
}

/** No answer, or one that is not ours: offline, cut off, or a hotel's login page in between. */
export class ConnectionError extends Error {
  constructor(cause: unknown) {
    super('No connection', { cause });
    this.name = 'ConnectionError';
  }
}

/** The token was given out but nobody answers who it belongs to. */
export class ProfileError extends Error {
  constructor(cause: unknown) {
    super('The profile could not be loaded', { cause });
    this.name = 'ProfileError';
  }
}

/** A call of the platform admin's, and no password is stored. Its message is meant for the reader. */
export class MissingPassword extends Error {
  constructor() {
    super('Admin password not found. Please log in again.');
    this.name = 'MissingPassword';
  }
}

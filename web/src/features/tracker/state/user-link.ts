import type { Message } from './channel.ts';

/** What the parts of the state need to know of the user whose tracker is open. */
export interface UserLink {
  userId: number;
  /** Another user's tracker, or a guest's, is shown by now: what still comes for this one is ignored. */
  isClosed: () => boolean;
  /**
   * A call made now would be made in this user's name. Not so for the moment in which another tab has changed the
   * login and this one has not yet learned who it is: what is sent then would land in somebody else's account.
   */
  mayCall: () => boolean;
  /** Tells the user's other tabs. */
  post: (message: Message) => void;
  /** What is shown may be wrong: asks the server as soon as it answers. */
  reread: () => void;
}

/** Thrown instead of a call that must not be made. */
export class LoginChanged extends Error {}

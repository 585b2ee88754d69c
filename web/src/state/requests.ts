import { observable } from './observable.ts';

/** How many teachers wait for the student's answer, as far as the page has asked: the gear says so by a dot. */
export const requests = observable(0);

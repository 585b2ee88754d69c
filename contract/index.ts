import { accounts } from './accounts.ts';
import { archive } from './archive.ts';
import { attempts } from './attempts.ts';
import { attention } from './attention.ts';
import type { EndpointAddress, InputOf, OutputOf, ParsedOf } from './endpoint.ts';
import { evidence } from './evidence.ts';
import { feedback } from './feedback.ts';
import { groups } from './groups.ts';
import { platformAdmin } from './platform-admin.ts';
import { privacy } from './privacy.ts';
import { schoolAdmin } from './school-admin.ts';
import { schoolBulk } from './school-bulk.ts';
import { schoolGroups } from './school-groups.ts';
import { schoolManagement } from './school-management.ts';
import { setWork } from './set-work.ts';
import { sharePages } from './share-pages.ts';
import { signIn } from './sign-in.ts';
import { spreadsheet } from './spreadsheet.ts';
import { teachers } from './teachers.ts';
import { tracker } from './tracker.ts';
import { weeklyMails } from './weekly-mail.ts';
import { words } from './words.ts';

/** The whole API. The server implements it; the web's client and its query keys derive from it. */
export const api = {
  ...accounts,
  ...signIn,
  ...tracker,
  ...attempts,
  ...sharePages,
  ...spreadsheet,
  ...evidence,
  ...teachers,
  ...attention,
  ...weeklyMails,
  ...groups,
  ...setWork,
  ...words,
  ...schoolAdmin,
  ...platformAdmin,
  ...schoolManagement,
  ...schoolBulk,
  ...schoolGroups,
  ...archive,
  ...feedback,
  ...privacy,
};

export type Api = typeof api;
export type Address = keyof Api & EndpointAddress;
export type Input<A extends Address> = InputOf<Api[A]>;
export type Parsed<A extends Address> = ParsedOf<Api[A]>;
export type Output<A extends Address> = OutputOf<Api[A]>;

export const ADDRESSES = Object.keys(api) as Address[];

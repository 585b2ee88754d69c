/** What is kept, and of whom. docs/processing.md names the tables beside it. */
export const WHAT_IS_KEPT: readonly (readonly [what: string, ofWhom: string])[] = [
  [
    'Username, e-mail address, role and school, and the name the school gives; the password only as a hash, which nobody can read back',
    'Everyone with an account',
  ],
  ['Subjects, and which years and papers are shown', 'Students and teachers'],
  ['Papers done, with day, score, earlier attempts and notes', 'Students'],
  ['Photos of work, with the location removed, and PDFs as they are', 'Students who upload them'],
  ['Exam session, weekly goal and weeks off', 'Students who enter them'],
  [
    'Who follows whom; an e-mail address that a teacher has added, with a name',
    'Students and teachers, even before they have an account',
  ],
  ['Groups, papers that were set, messages about papers', 'Students and teachers'],
  ['Pages shared by a link: a name, subjects, the last day, when last opened', 'Students who make one'],
  ['Logins: when, browser and system; the network only as a hash', 'Everyone with an account'],
  ['The number by which a school’s sign-in knows a person', 'People who sign in with their school'],
  ['The id by which the school’s own system knows a person', 'People from the school’s roster'],
  ['Mails: which kind, to whom, when; day and time zone of the weekly mail', 'People who get them'],
  ['Feedback, with an address for an answer if one is given', 'People who send it'],
  ['A record of who did what, and when', 'Everyone with an account'],
];

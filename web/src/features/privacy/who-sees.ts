/** Who else can see what is kept of somebody. A test compares it with what the calls allow (contract/rights.csv). */

type Viewer = 'teachers' | 'schoolAdmins' | 'operator' | 'anybody';

const ADMINS = 'Your school’s admins';
const IN_A_VISIT = 'The operator, during a visit';

export const WHO_SEES = {
  account: {
    what: 'Your username, your name at school, address and role',
    seenBy: { teachers: 'Teachers who follow you', schoolAdmins: ADMINS, operator: 'The operator' },
  },
  subjects: {
    what: 'Your subjects, and the groups you are in',
    seenBy: { teachers: 'Teachers who follow you', schoolAdmins: ADMINS, operator: 'The operator' },
  },
  papers: {
    what: 'Papers you have done, with day and score, and when you were last active',
    seenBy: {
      teachers: 'Teachers who follow you, in the subjects you have in common',
      schoolAdmins: ADMINS,
      operator: IN_A_VISIT,
    },
  },
  files: {
    what: 'Photos and PDFs of your work',
    seenBy: { teachers: 'Your teachers in a subject, if you share its files', operator: IN_A_VISIT },
  },
  notes: { what: 'Your notes on papers', seenBy: {} },
  words: { what: 'What you and a teacher write about a paper', seenBy: { teachers: 'That teacher' } },
  set: {
    what: 'Papers that were set for you',
    seenBy: {
      teachers: 'The teacher who set them',
      schoolAdmins: `${ADMINS} (only how many are done)`,
      operator: IN_A_VISIT,
    },
  },
  exams: { what: 'Your exam session, weekly goal and weeks off', seenBy: { operator: IN_A_VISIT } },
  followers: {
    what: 'Which teachers follow you',
    seenBy: { schoolAdmins: ADMINS, operator: IN_A_VISIT },
  },
  pages: { what: 'A page you share by a link', seenBy: { anybody: 'Anyone with the link, until it ends' } },
  logins: {
    what: 'When you log in, and with which browser',
    seenBy: { schoolAdmins: `${ADMINS} (only when a teacher last logged in)`, operator: 'The operator' },
  },
  mails: { what: 'Which mails were sent to you', seenBy: { operator: 'The operator' } },
  feedback: { what: 'Feedback you send', seenBy: { operator: 'The operator' } },
} as const satisfies Record<string, { what: string; seenBy: Partial<Record<Viewer, string>> }>;

/**
 * Who is at a school and in which class, as its own system says it: what is read of OneRoster and of School Data Sync
 * alike. Ids are those of that system.
 */
export type Roster = {
  /** Where the files are of several schools: one is to be chosen, and nothing else of the roster is there before. */
  schools: RosterSchool[];
  people: RosterPerson[];
  classes: RosterClass[];
  enrolments: Enrolment[];
  /** Only what has changed since the last one: who is not in it has not left. */
  isDelta: boolean;
  /** What the reader may want to know. */
  notes: string[];
  faults: RosterFault[];
};

export type RosterSchool = { sourcedId: string; name: string };

export type RosterPerson = {
  sourcedId: string;
  username: string;
  email: string | null;
  name: string | null;
  /** Null where changes do not repeat it. */
  role: 'student' | 'teacher' | null;
  /** Not at the school any more. */
  isActive: boolean;
  file: string;
  row: number;
};

export type RosterClass = {
  sourcedId: string;
  /** Unlike that of every other class. */
  title: string;
  /** The title of its course. */
  course: string;
  isActive: boolean;
};

export type Enrolment = {
  class: string;
  person: string;
  role: 'student' | 'teacher';
  isActive: boolean;
};

export type RosterFault = { file: string; row: number; text: string };

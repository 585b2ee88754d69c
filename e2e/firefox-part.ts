/** What each role does most: these journeys run in Firefox too whenever everything is tested. By their titles. */
export const FIREFOX_TITLES = [
  'a guest tries the tracker, registers, and keeps the work',
  'a student ticks, scores, unticks and takes it back',
  'the grid by keyboard alone',
  'ticks made without a connection are kept, said to be, and sent when it is back',
  'several files are chosen at once and sent one after the other',
  'a thumbnail opens the picture in the page; keys lead on, zoom, rotate and return',
  'a student makes a page, copies its link and revokes it',
  'a teacher finds a student and sees what they share',
  'a school admin finds a student, reads their progress and comes back to the search',
  'the facts lead to those they count, and Back to all',
  'is read, found, and ticked off',
  'a student is moved by key, from card to card, with every move spoken',
  // What only Firefox does otherwise.
  'a line that is cut before the last of the scripts is said to be, and once it is back they come',
  'a dialog that does not come leaves the page, and a reload brings it',
  'several students are removed at once and brought back with their groups',
  'a school admin makes a new password for who lost theirs, and sees it once',
];

export const FIREFOX_PART = FIREFOX_TITLES.map(
  (title) => new RegExp(title.replaceAll(/[.?(){}+*|[\]]/g, '\\$&')),
);

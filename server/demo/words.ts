/** What a teacher leaves on a paper, and what a student answers. */
export const DEMO_WORDS = [
  'Good; redo section B',
  'Much better than last time. Show your working in question 4.',
  'Well done! Next time under exam conditions, please.',
  'Look at the markscheme of question 7 and come to see me on Thursday.',
];
export const DEMO_ANSWERS = [
  'I will, thank you!',
  'Was 5(b) right? I lost a mark there.',
  'OK, Thursday after school?',
];

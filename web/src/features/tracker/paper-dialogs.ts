/** What asks about a paper, in one chunk: they are made of the same things, and neither waits for the network alone. */
export { ScoreDialog } from './ScoreDialog.tsx';
export { WordsDialog } from './words/WordsDialog.tsx';

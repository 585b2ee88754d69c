import { detailOf } from '../../api/failure.ts';

export const failedSentence = (error: unknown): string => detailOf(error) ?? 'You could not be signed in.';

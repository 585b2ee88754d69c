import { observable } from './observable.ts';

/**
 * How many files are on their way. A logout ends them, so the button for it asks before; it stands in the headers,
 * which know no feature.
 */
export const uploading = observable(0);

/** The toasts that say so, which are in the way of that question. */
export const uploadToasts = new Set<number>();

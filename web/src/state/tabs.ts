/** The channel on which the trackers of one user, in all tabs, hear what has changed. */
export const channelOf = (userId: number): string => `tickmark-tracker-${userId}`;

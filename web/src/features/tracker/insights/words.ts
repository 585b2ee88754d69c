export const streakWords = (streak: number) => (streak === 1 ? '1-week streak' : `${streak}-week streak`);

/** A member as Patroni's REST API describes it. */
export interface Member {
  name: string;
  role: 'leader' | 'sync_standby' | 'replica';
  /** `running` of a primary, `streaming` of a standby that has all but the last moment. */
  state: string;
  timeline?: number;
}

/** Whether nothing is missing, so that what is done to it next is one fault and not two. */
export const isWhole = (members: readonly Member[], size: number): boolean => {
  const leader = members.find(({ role }) => role === 'leader');
  const standbys = members.filter((member) => member !== leader);
  return (
    members.length === size &&
    leader?.state === 'running' &&
    standbys.every(({ state, timeline }) => state === 'streaming' && timeline === leader.timeline) &&
    standbys.some(({ role }) => role === 'sync_standby')
  );
};

/** Parts of statements about users, of whom some are archived (docs/decisions/055-archived-accounts.md). */

/** What somebody is, or was until they were archived. */
export const roleOf = (user: string) => `coalesce(${user}.archived_role, ${user}.role)`;

export const isArchived = (user: string) => `${user}.role = 'archived'`;

/** Whether the day has come on which an archived account is deleted: it may be there for another hour. */
export const isOver = (user: string) => `coalesce(${user}.erase_on <= day_of(now()), false)`;

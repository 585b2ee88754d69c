export const ROLES = ['student', 'teacher', 'school_admin'] as const;
export type Role = (typeof ROLES)[number];

const LABELS: Record<Role, string> = {
  student: 'Student',
  teacher: 'Teacher',
  school_admin: 'School Admin',
};

export const roleLabel = (role: Role): string => LABELS[role];

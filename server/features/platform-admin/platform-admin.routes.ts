import type { Context } from '../../context.ts';
import { auditRoutes } from './audit.routes.ts';
import { mailRoutes } from './mail.routes.ts';
import { schoolsRoutes } from './schools.routes.ts';
import { usersRoutes } from './users.routes.ts';

export const platformAdminRoutes = (context: Context) => ({
  ...schoolsRoutes(context),
  ...usersRoutes(context),
  ...auditRoutes(context),
  ...mailRoutes(context),
});
